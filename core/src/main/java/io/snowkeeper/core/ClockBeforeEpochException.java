package io.snowkeeper.core;

import java.time.Instant;

/**
 * The refusal of an id since the clock reads a time before the epoch, where the layout's time starts: no id can carry
 * it.
 */
public final class ClockBeforeEpochException extends IdUnavailableException {

    private static final long serialVersionUID = 1L;

    private final long epochMillis;
    private final long nowMillis;

    /**
     * @param epochMillis where the layout's time starts, in Unix milliseconds
     * @param nowMillis the clock's reading, in Unix milliseconds
     */
    public ClockBeforeEpochException(long epochMillis, long nowMillis) {
        super(
                UnavailableReason.CLOCK_BEFORE_EPOCH,
                "clock is before the epoch: it reads %s, the time of ids starts at %s; set the clock right"
                        .formatted(Instant.ofEpochMilli(nowMillis), Instant.ofEpochMilli(epochMillis)));
        this.epochMillis = epochMillis;
        this.nowMillis = nowMillis;
    }

    /** Returns where the layout's time starts, in Unix milliseconds. */
    public long epochMillis() {
        return epochMillis;
    }

    /** Returns the clock's reading, in Unix milliseconds. */
    public long nowMillis() {
        return nowMillis;
    }
}
