/** The ways in which a fleet is broken, and the seeded order in which it happens. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.chaos.fault;
