package io.snowkeeper.core;

/**
 * The timestamps that the owner of a worker id may issue: above the floor, up to and including the limit, both in Unix
 * milliseconds. The limit moves up as it is renewed; the floor stays.
 *
 * <p>Uniqueness over the fleet rests on this: for one worker id, the intervals of two owners never overlap. So a limit
 * must be durable, where a successor will read it, before it is set here.
 *
 * <p>Thread-safe: one thread may renew or revoke while others issue.
 */
public final class Reservation {

    private static final long REVOKED = Long.MIN_VALUE;

    private final long floorMillis;
    private volatile long limitMillis;

    /**
     * @param floorMillis no timestamp at or below it is issued
     * @param limitMillis no timestamp above it is issued; at or below the floor, nothing may be issued yet
     * @throws IllegalArgumentException if the limit is {@link Long#MIN_VALUE}, which says that it is revoked
     */
    public Reservation(long floorMillis, long limitMillis) {
        if (limitMillis == REVOKED) {
            throw new IllegalArgumentException("must be > %s, which stands for a revoked reservation: limitMillis=%s"
                    .formatted(REVOKED, limitMillis));
        }
        this.floorMillis = floorMillis;
        this.limitMillis = limitMillis;
    }

    /** Returns a reservation of all time, for a worker id that has only one possible holder. */
    public static Reservation unlimited() {
        return new Reservation(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** Returns the Unix millisecond above which timestamps may be issued. */
    public long floorMillis() {
        return floorMillis;
    }

    /** Returns the last Unix millisecond that may be issued, {@link Long#MIN_VALUE} once revoked. */
    public long limitMillis() {
        return limitMillis;
    }

    /** Moves the limit up. A lower limit and a revoked reservation are left as they are. */
    public synchronized void extendTo(long newLimitMillis) {
        if (limitMillis != REVOKED && newLimitMillis > limitMillis) {
            limitMillis = newLimitMillis;
        }
    }

    /** Ends the reservation for good: nothing more is issued under it. */
    public synchronized void revoke() {
        limitMillis = REVOKED;
    }

    /** Returns whether {@link #revoke} was called. */
    public boolean isRevoked() {
        return limitMillis == REVOKED;
    }
}
