/** Gatling simulations of load on a fleet, and of its failures. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.simulation;
