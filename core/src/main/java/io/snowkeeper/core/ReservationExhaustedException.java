package io.snowkeeper.core;

import java.time.Instant;

/** The refusal of an id since the clock is past the time up to which ids may be issued. */
public final class ReservationExhaustedException extends IdUnavailableException {

    private static final long serialVersionUID = 1L;

    private final long limitMillis;
    private final long nowMillis;

    /**
     * @param limitMillis the last Unix millisecond that may be issued, {@link Long#MIN_VALUE} if it was revoked
     * @param nowMillis the Unix millisecond that would have been issued
     */
    public ReservationExhaustedException(long limitMillis, long nowMillis) {
        super(reasonOf(limitMillis), describe(limitMillis, nowMillis));
        this.limitMillis = limitMillis;
        this.nowMillis = nowMillis;
    }

    /** Returns the last Unix millisecond that may be issued, {@link Long#MIN_VALUE} if the reservation was revoked. */
    public long limitMillis() {
        return limitMillis;
    }

    /** Returns the Unix millisecond that would have been issued. */
    public long nowMillis() {
        return nowMillis;
    }

    private static UnavailableReason reasonOf(long limitMillis) {
        return limitMillis == Long.MIN_VALUE ? UnavailableReason.NO_WORKER_ID : UnavailableReason.RESERVATION_USED_UP;
    }

    private static String describe(long limitMillis, long nowMillis) {
        if (limitMillis == Long.MIN_VALUE) {
            return "reservation is revoked: the worker id belongs to someone else";
        }
        return "reservation is used up: ids may be issued up to %s, the clock reads %s"
                .formatted(Instant.ofEpochMilli(limitMillis), Instant.ofEpochMilli(nowMillis));
    }
}
