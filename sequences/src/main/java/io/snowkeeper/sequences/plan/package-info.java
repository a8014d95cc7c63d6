/**
 * The planning of writes to a sequence: drafts that commands fill, their allocations, and the numbers that this node
 * keeps. Internal to the coordinator.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.sequences.plan;
