package io.snowkeeper.sequences.plan;

import io.snowkeeper.sequences.record.OptionsRecord;

/** The choice of how many numbers a node keeps, so that they last about ten seconds at the present rate. Not thread-safe. */
final class BlockSizing {

    private static final double TARGET_SECONDS = 10;

    /** One measurement moves the size by this much at the most: a burst is not a rate. */
    private static final long MAX_GROWTH = 8;

    private static final long MAX_SHRINKING = 4;

    private long size;
    private long measuredAt;
    private long issuedThen;
    private long nextSize;
    private long nextMeasuredAt;
    private long nextIssued;

    /** Returns the size that was kept last, 0 before the first time. */
    long size() {
        return size;
    }

    /**
     * Chooses the size again; it counts when it is kept.
     *
     * @param issued how many numbers were handed out so far
     * @param now by System.nanoTime
     */
    long choose(OptionsRecord options, long issued, long now) {
        nextSize = Math.max(options.minBlock(), Math.min(options.maxBlock(), size == 0 ? 0 : measured(issued, now)));
        nextMeasuredAt = now;
        nextIssued = issued;
        return nextSize;
    }

    /** Notes that numbers were taken by the chosen size. */
    void keep() {
        size = nextSize;
        measuredAt = nextMeasuredAt;
        issuedThen = nextIssued;
    }

    private long measured(long issued, long now) {
        double seconds = Math.max(1, now - measuredAt) / 1e9;
        double wanted = (issued - issuedThen) / seconds * TARGET_SECONDS;
        return (long) Math.min(Math.max(wanted, size / (double) MAX_SHRINKING), size * (double) MAX_GROWTH);
    }
}
