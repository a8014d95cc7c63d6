/** Judges of a fleet's promises, by the view of its clients and its servers. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.simulation.judge;
