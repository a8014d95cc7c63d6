package io.snowkeeper.sequences.engine;

/**
 * The contention for one sequence as one node meets it: how long its writes take, how busy it is, and whether others come before it again and
 * again. Not
 * thread-safe.
 */
final class Contention {

    /** So many conflicts within the length of a turn, or without a write of our own between, are no accident. */
    private static final int LASTING = 3;

    /** A turn's end costs two or three round trips, without any write. */
    private static final int TURN_ROUND_TRIPS = 20;

    private static final long MIN_TURN_NANOS = 10_000_000;
    private static final long MAX_TURN_NANOS = 100_000_000;

    private static final double WEIGHT = 0.2;

    private double roundTripNanos = 2_000_000;
    private long idleNanos;

    /** The times of the last conflicts, the oldest one where the next one goes. */
    private final long[] conflicts = new long[LASTING];

    private int counted;

    /** How many conflicts there were since our last write. A node that is far away may have none for longer than a turn. */
    private int losses;

    /** Notes how long a write took. A single one that took very long says little. */
    void written(long nanos) {
        losses = 0;
        roundTripNanos += WEIGHT * (Math.min((double) nanos, 2 * roundTripNanos) - roundTripNanos);
    }

    /** Notes that another node's write was before ours, and returns whether that is how it goes on. */
    boolean conflicted(long now) {
        conflicts[counted % LASTING] = now;
        counted++;
        losses++;
        boolean frequent = counted >= LASTING && now - conflicts[counted % LASTING] <= turnNanos();
        if (!frequent && losses < LASTING) {
            return false;
        }
        counted = 0;
        losses = 0;
        return true;
    }

    /** Notes how long there was nothing to write. A long rest says little of how it is when there is something again. */
    void idled(long nanos) {
        idleNanos = (idleNanos + Math.min(nanos, 4 * turnNanos())) / 2;
    }

    /**
     * Returns after how long without any news another node's turn is considered over, whatever that node's own limit
     * is.
     */
    long maxWaitNanos() {
        return 2 * MAX_TURN_NANOS;
    }

    /** Returns after how long without anything to write a turn ends: at once, if that usually goes on for long. */
    long maxIdleNanos() {
        long max = turnNanos() / 2;
        return idleNanos > max ? 0 : max;
    }

    /** Returns for how long a node writes while others wait. */
    long turnNanos() {
        return (long) Math.max(MIN_TURN_NANOS, Math.min(MAX_TURN_NANOS, TURN_ROUND_TRIPS * roundTripNanos));
    }
}
