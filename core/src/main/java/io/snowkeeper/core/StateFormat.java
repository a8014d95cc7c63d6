package io.snowkeeper.core;

/**
 * The format of a generator's state: the last id issued, without its worker id. The worker id's bits leave room for a
 * count beyond the sequence, so threads can add one at a time without a compare-and-set that fails: a thread that ends
 * up there got nothing and waits for the next tick.
 */
final class StateFormat {

    /** The state of a closed generator; threads that are late may still add to it. */
    static final long CLOSED = Long.MIN_VALUE;

    /** Between the closed states and the lowest open one, a timestamp of -1 in the highest bit but one. */
    private static final long LOWEST_OPEN = -(1L << 62);

    /**
     * How many threads may add to a state at the same time, each having seen its tick open, before they would carry into
     * the timestamp. Far more than a machine can run.
     */
    private static final long ROOM_FOR_THREADS = 1 << 20;

    private final Layout layout;
    private final int shift;
    private final long maxSequence;
    private final long countMask;
    private final long overflowMask;
    private final boolean roomForThreads;

    StateFormat(Layout layout) {
        this.layout = layout;
        shift = layout.workerBits() + layout.sequenceBits();
        maxSequence = layout.maxSequence();
        countMask = (1L << shift) - 1;
        overflowMask = Long.MIN_VALUE | (countMask & ~maxSequence);
        roomForThreads = countMask - maxSequence >= ROOM_FOR_THREADS;
    }

    /** Returns the state in which nothing at or below the floor can be issued. */
    long usedUpTo(long floorMillis) {
        long floor = Math.max(floorMillis, layout.epochMillis() - 1);
        return startOf(Math.min(layout.timestampAt(floor), layout.maxTimestamp())) | maxSequence;
    }

    static boolean isClosed(long state) {
        return state < LOWEST_OPEN;
    }

    /**
     * Returns the representation of the tick at that time while threads may add to its state. Ticks, open and used up,
     * are numbers that only grow, so that the news of an old one never replaces that of a later one.
     */
    long openTickAt(long nowMillis) {
        return layout.timestampAt(nowMillis) << 1;
    }

    /** Returns the representation of the state's tick: open, or used up, for good, if threads may not add to it. */
    long tickOf(long state) {
        long tick = (state >> shift) << 1;
        return roomForThreads && hasRoom(state) ? tick : tick | 1;
    }

    /** Returns whether a sum is an id, and not beyond the sequence or the end of a closed generator. */
    boolean isIssued(long added) {
        return (added & overflowMask) == 0;
    }

    /** Returns whether an id of the timestamp can follow. */
    boolean canFollow(long timestamp, long state) {
        long last = state >> shift;
        return timestamp > last || (timestamp == last && hasRoom(state));
    }

    /** Returns whether the timestamp is a later tick than the state's. */
    boolean isLater(long timestamp, long state) {
        return timestamp > state >> shift;
    }

    /** Returns the state of a tick's sequence 0. */
    long startOf(long timestamp) {
        return timestamp << shift;
    }

    /** Returns how many of the wanted sequences the tick has from the given one on. */
    int runLength(long first, int wanted) {
        return (int) Math.min(wanted, maxSequence - (first & countMask) + 1);
    }

    /** Returns the first millisecond of the state's tick. */
    long lastMillis(long state) {
        return layout.millisOf(state >> shift);
    }

    /** Returns when an id can follow. If that does not fit a long, now: the clock cannot get there. */
    long nextMillis(long state) {
        long last = lastMillis(state);
        return hasRoom(state) ? last : Math.max(last, layout.millisOf((state >> shift) + 1));
    }

    /** Returns the highest sequence issued in the state's tick. */
    long highestSequence(long state) {
        return Math.min(state & countMask, maxSequence);
    }

    private boolean hasRoom(long state) {
        return (state & countMask) < maxSequence;
    }
}
