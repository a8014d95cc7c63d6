/**
 * Sortable ids of 16 bytes: time, counter and node, on monotonic time. {@link
 * io.snowkeeper.core.sortable.SortableGenerator} issues them; {@link io.snowkeeper.core.sortable.Sequencer} is the part
 * of it that counts.
 */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.core.sortable;
