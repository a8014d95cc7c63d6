/** What is done to a fleet under Gatling. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.loadtest.simulation;
