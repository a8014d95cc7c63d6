package io.snowkeeper.client.internal.connection;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The time for which a server keeps a connection. We leave before its end, each connection at another moment: a client
 * that leaves has nothing under way, while a server that ends a connection cannot know which requests are on the way to
 * it. A server ends none before nine tenths of the time.
 */
final class Lifetime {

    /** As long as we like. */
    static final Lifetime ENDLESS = new Lifetime(0, OptionalLong.empty(), 0);

    private static final double LATE_FROM = 0.7;
    private static final double LATE_SPREAD = 0.1;
    private static final double OVER = 0.85;

    private final long begunNanos;
    private final boolean limited;
    private final long lateNanos;
    private final long overNanos;

    /**
     * @param begunNanos when it was opened, by the stopwatch
     * @param maxAgeMillis the server's limit; empty if it has none
     * @param random from 0, inclusive, to 1, exclusive
     */
    Lifetime(long begunNanos, OptionalLong maxAgeMillis, double random) {
        this.begunNanos = begunNanos;
        this.limited = maxAgeMillis.isPresent();
        long ageNanos = TimeUnit.MILLISECONDS.toNanos(maxAgeMillis.orElse(0));
        this.lateNanos = (long) (ageNanos * (LATE_FROM + LATE_SPREAD * random));
        this.overNanos = (long) (ageNanos * OVER);
    }

    /** Returns whether it is time to look for another connection. */
    boolean isLate(long nowNanos) {
        return limited && nowNanos - begunNanos >= lateNanos;
    }

    /** Returns whether nothing may be sent any more, since the server may end the connection by then. */
    boolean isOver(long nowNanos) {
        return limited && nowNanos - begunNanos >= overNanos;
    }
}
