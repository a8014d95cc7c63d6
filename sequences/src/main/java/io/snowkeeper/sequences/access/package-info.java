/**
 * Access to the records of sequences: requests of sessions that were found to be of the right fleet, confirmed reads, bounded
 * searches for names. Internal to the coordinator.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.sequences.access;
