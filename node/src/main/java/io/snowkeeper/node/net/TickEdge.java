package io.snowkeeper.node.net;

/**
 * The position within a millisecond at which the ticks of a clock begin, as waits have measured it: a clock of
 * milliseconds does not show it. All times are of a stopwatch, in nanoseconds.
 *
 * <p>While that is not known, a wait looks every 100 us. A look that succeeds after one that did not has the edge
 * between them; from then on a wait sleeps until shortly before the next edge, and then looks again and again. An edge
 * that is awaited and does not come, as after a step of the clock or in a layout of longer ticks, is forgotten.
 *
 * <p>Not thread-safe.
 */
final class TickEdge {

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The time between two looks as long as the edge is not known. */
    private static final long LOOK_NANOS = 100_000;

    /** Longer than a sleep usually oversleeps. */
    private static final long EARLY_NANOS = 100_000;

    /** How long an edge is awaited after its time: one that was found by two looks may be as much later. */
    private static final long LATE_NANOS = 2 * LOOK_NANOS;

    /** Looks that are closer than this say when the edge was. */
    private static final long PRECISE_NANOS = 20_000;

    /** At once, but not before input is read. */
    private static final long SHORTEST_NANOS = 1;

    private boolean known;

    /** Where the next edge is, if that is known. */
    private long next;

    /** Whether a look before it failed. */
    private boolean awaited;

    private long failed;

    /**
     * Notes a look that found no new tick.
     *
     * @param looked when the look began: the tick may have come since
     * @return how long to wait from now on before the next look
     */
    long failedAt(long looked, long now) {
        failed = looked;
        if (known && looked - next > LATE_NANOS) {
            known = !awaited;
            skipTo(looked);
        }
        awaited = known;
        return known ? Math.max(SHORTEST_NANOS, next - now - EARLY_NANOS) : LOOK_NANOS;
    }

    /** Notes a look that found a new tick. */
    void foundAt(long now) {
        long between = now - failed;
        if (between <= PRECISE_NANOS) {
            known = true;
            next = now;
        } else if (!known || failed - next > 0 || now - next < 0) {
            // Not where it was thought to be; a thread that was busy between the looks knows nothing.
            known = between <= LATE_NANOS;
            next = failed;
        }
        awaited = false;
        skipTo(now);
    }

    private void skipTo(long now) {
        if (now - next >= 0) {
            next += (now - next) / NANOS_PER_MILLI * NANOS_PER_MILLI + NANOS_PER_MILLI;
        }
    }
}
