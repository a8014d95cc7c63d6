package io.snowkeeper.core.sortable;

import static java.util.Objects.requireNonNull;

/**
 * Ids of one node, put together from times and counters that are known to fit.
 *
 * @param layout how their bytes are used
 * @param node the node of all of them
 */
record NodeIds(SortableLayout layout, long node) {

    NodeIds {
        requireNonNull(layout, "layout");
        SortableLayout.requirePart("node", node, layout.maxNode());
    }

    SortableId id(long time, long counter) {
        return new SortableId(layout.high(time, counter), layout.low(time, counter, node));
    }

    void write(byte[] target, int offset, long time, long counter) {
        BigEndian.writeLong(target, offset, layout.high(time, counter));
        BigEndian.writeLong(target, offset + Long.BYTES, layout.low(time, counter, node));
    }

    /** Writes ids with the counters from the given one on, one after another. */
    void write(byte[] target, int offset, long time, long firstCounter, int count) {
        SortableLayout used = layout;
        long last = node;
        int position = offset;
        for (int i = 0; i < count; i++) {
            BigEndian.writeLong(target, position, used.high(time, firstCounter + i));
            BigEndian.writeLong(target, position + Long.BYTES, used.low(time, firstCounter + i, last));
            position += SortableLayout.ID_BYTES;
        }
    }
}
