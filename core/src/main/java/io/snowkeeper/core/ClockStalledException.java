package io.snowkeeper.core;

import java.time.Instant;

/** The refusal of an id since all sequences of a tick are used, and the clock did not reach the next tick in time. */
public final class ClockStalledException extends IdUnavailableException {

    private static final long serialVersionUID = 1L;

    private final long nowMillis;
    private final long waitedNanos;

    /**
     * @param nowMillis the clock's reading, in Unix milliseconds
     * @param waitedNanos how long the generator waited, in nanoseconds
     */
    public ClockStalledException(long nowMillis, long waitedNanos) {
        super(
                UnavailableReason.CLOCK_STALLED,
                "clock stands still: it still reads %s after a wait of %s ms for the next tick"
                        .formatted(Instant.ofEpochMilli(nowMillis), waitedNanos / 1_000_000));
        this.nowMillis = nowMillis;
        this.waitedNanos = waitedNanos;
    }

    /** Returns the clock's reading, in Unix milliseconds. */
    public long nowMillis() {
        return nowMillis;
    }

    /** Returns how long the generator waited, in nanoseconds. */
    public long waitedNanos() {
        return waitedNanos;
    }
}
