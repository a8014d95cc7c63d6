/**
 * The sweep: reservations and keys whose time is up, and what deleted sequences have left. Internal to the coordinator.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.sequences.sweep;
