package io.snowkeeper.loadtest.uniqueness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Every id that was handed out, to find out at the end whether one came twice. Ids are collected, sorted and packed a
 * million at a time: 1 to 3 bytes an id for those of a fleet at work, 8 for any numbers, so that 100 million fit into a heap
 * of 1 GiB.
 *
 * <p>Thread-safe. Callers that have many ids do best to add them together.
 */
public final class IdSet {

    /** With the array's header, 8 MiB: whole regions of the garbage collector. */
    private static final int CHUNK_SIZE = (1 << 20) - 2;

    private final List<PackedIds> packed = new ArrayList<>();
    private final long[] chunk;
    private int filled;
    private long size;

    /** Makes an empty set. */
    public IdSet() {
        this(CHUNK_SIZE);
    }

    IdSet(int chunkSize) {
        chunk = new long[chunkSize];
    }

    /** Adds an id, of any value. */
    public synchronized void add(long id) {
        chunk[filled++] = id;
        size++;
        if (filled == chunk.length) {
            pack();
        }
    }

    /**
     * Adds a part of an array, in any order.
     *
     * @throws IndexOutOfBoundsException if the array has no such part
     */
    public synchronized void add(long[] ids, int from, int count) {
        Objects.checkFromIndexSize(from, count, ids.length);
        int next = from;
        int left = count;
        while (left > 0) {
            int length = Math.min(left, chunk.length - filled);
            System.arraycopy(ids, next, chunk, filled, length);
            filled += length;
            next += length;
            left -= length;
            if (filled == chunk.length) {
                pack();
            }
        }
        size += count;
    }

    /** Returns how many ids were added, repeated ones counted each time. */
    public synchronized long size() {
        return size;
    }

    /** Returns how many bytes the packed ids take; up to a million more are not packed yet. */
    public synchronized long packedBytes() {
        return packed.stream().mapToLong(PackedIds::bytes).sum();
    }

    /**
     * Looks for ids that were added more than once. Takes some seconds for 100 million, and nothing can be added
     * meanwhile; afterwards more can.
     */
    public synchronized Repetitions repetitions() {
        if (filled > 0) {
            pack();
        }
        return Merge.repetitionsIn(packed);
    }

    private void pack() {
        Arrays.sort(chunk, 0, filled);
        packed.add(PackedIds.of(chunk, filled));
        filled = 0;
    }
}
