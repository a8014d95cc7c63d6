package io.snowkeeper.core.sortable;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.Checks;
import java.util.Objects;

/**
 * Ids of one tick with counters without a gap: {@code firstCounter}, {@code firstCounter + 1}, …
 *
 * @param layout how the bytes of the ids are used
 * @param time the tick since 1970, unsigned
 * @param firstCounter the first id's counter, unsigned
 * @param node the node that every id carries, unsigned
 * @param count how many ids there are, at least 1
 */
public record SortableIdRun(SortableLayout layout, long time, long firstCounter, long node, int count) {

    /** @throws IllegalArgumentException if the first or the last id does not fit into the layout */
    public SortableIdRun {
        requireNonNull(layout, "layout");
        Checks.requireAtLeast("count", count, 1);
        layout.requireParts(time, firstCounter, node);
        long lastCounter = firstCounter + count - 1;
        layout.requireParts(time, lastCounter, node);
        if (Long.compareUnsigned(lastCounter, firstCounter) < 0) {
            throw new IllegalArgumentException("must be <= 2^64 - firstCounter: firstCounter=%s, count=%s"
                    .formatted(Long.toUnsignedString(firstCounter), count));
        }
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
