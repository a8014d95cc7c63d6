package io.snowkeeper.core;

import java.time.Instant;

/**
 * The refusal of an id since the clock reads less than the last timestamp issued, by more than the generator may wait.
 */
public final class ClockMovedBackwardsException extends IdUnavailableException {

    private static final long serialVersionUID = 1L;

    private final long lastMillis;
    private final long nowMillis;

    /**
     * @param lastMillis the last timestamp issued, or the reservation's floor, in Unix milliseconds
     * @param nowMillis the clock's reading, in Unix milliseconds
     */
    public ClockMovedBackwardsException(long lastMillis, long nowMillis) {
        super(
                UnavailableReason.CLOCK_MOVED_BACKWARDS,
                "clock moved backwards by %s ms: it reads %s, ids were issued or reserved up to %s"
                        .formatted(
                                lastMillis - nowMillis,
                                Instant.ofEpochMilli(nowMillis),
                                Instant.ofEpochMilli(lastMillis)));
        this.lastMillis = lastMillis;
        this.nowMillis = nowMillis;
    }

    /** Returns the last timestamp issued, or the reservation's floor, in Unix milliseconds. */
    public long lastMillis() {
        return lastMillis;
    }

    /** Returns the clock's reading, in Unix milliseconds. */
    public long nowMillis() {
        return nowMillis;
    }
}
