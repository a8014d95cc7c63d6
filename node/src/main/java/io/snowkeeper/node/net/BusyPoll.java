package io.snowkeeper.node.net;

/**
 * The limits of busy polling: a thread that serves connections looks again for requests for a moment before it sleeps, as waking up
 * takes longer than most requests do.
 *
 * @param nanos how long after a request it looks again; up to 10 ms, 0 for never
 * @param threads how many threads of a server may do so at once; at least 1
 */
public record BusyPoll(long nanos, int threads) {

    /** Sleeps whenever there is nothing to do. */
    public static final BusyPoll NEVER = new BusyPoll(0, 1);

    public static final int HIGHEST_MICROS = 10_000;

    private static final long NANOS_IN_MICRO = 1_000;

    /** Wakes up a thread of another process, and has it answer, on slow virtual machines. */
    private static final int USUAL_MICROS = 100;

    /** @throws IllegalArgumentException if a value is out of its range */
    public BusyPoll {
        if (nanos < 0 || nanos > HIGHEST_MICROS * NANOS_IN_MICRO || threads < 1) {
            throw new IllegalArgumentException(
                    "must be >= 0 && <= %s: busyPollMicros=%s".formatted(HIGHEST_MICROS, nanos / NANOS_IN_MICRO));
        }
    }

    /**
     * Returns the setting without cost for other programs: 100 us, by all processors but one, and never where there is
     * but one.
     */
    public static BusyPoll usual(int processors) {
        return processors > 1 ? ofMicros(USUAL_MICROS, processors) : NEVER;
    }

    /**
     * Returns a time that was asked for; one processor is left to others, if there is one.
     *
     * @throws IllegalArgumentException if it is out of its range
     */
    public static BusyPoll ofMicros(int micros, int processors) {
        return new BusyPoll(micros * NANOS_IN_MICRO, Math.max(1, processors - 1));
    }
}
