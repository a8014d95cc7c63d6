/** Judges of what a fleet promises, by what its clients and its servers see. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.simulation.judge;
