/**
 * The stored form of sequences: their records, where these are, and sets of numbers. Internal to the coordinator.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.sequences.record;
