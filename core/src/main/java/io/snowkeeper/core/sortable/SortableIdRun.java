package io.snowkeeper.core.sortable;

import static java.util.Objects.requireNonNull;

import java.util.Objects;

/**
 * Ids of one tick with counters without a gap: {@code firstCounter}, {@code firstCounter + 1}, …
 *
 * @param layout how the bytes of the ids are used
 * @param time the tick, in the layout's units since 1970
 * @param firstCounter the first id's counter
 * @param node the node that every id carries
 * @param count how many ids there are, at least 1
 */
public record SortableIdRun(SortableLayout layout, long time, long firstCounter, long node, int count) {

    /** @throws IllegalArgumentException if the first or the last id does not fit into the layout */
    public SortableIdRun {
        requireNonNull(layout, "layout");
        if (count < 1) {
            throw new IllegalArgumentException("must be >= 1: count=" + count);
        }
        layout.requireParts(time, firstCounter, node);
        layout.requireParts(time, firstCounter + count - 1, node);
    }

    /**
     * Returns an id.
     *
     * @param index 0 to {@code count - 1}
     * @throws IndexOutOfBoundsException if there is none
     */
    public SortableId get(int index) {
        long counter = firstCounter + Objects.checkIndex(index, count);
        return new SortableId(layout.high(time, counter), layout.low(time, counter, node));
    }
}
