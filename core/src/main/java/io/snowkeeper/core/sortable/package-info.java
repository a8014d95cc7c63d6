/**
 * Sortable ids of 16 bytes: time, counter and node, on monotonic time. {@link
 * io.snowkeeper.core.sortable.SortableGenerator} issues them; {@link
 * io.snowkeeper.core.sortable.MonotonicSequencer} is the part of it that counts, and a {@link
 * io.snowkeeper.core.sortable.Sequencer} of your own can take its place.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core.sortable;
