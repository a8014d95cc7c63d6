/** Machines, processes and connections in simulated time, whose every choice is a seed's. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.simulation.machine;
