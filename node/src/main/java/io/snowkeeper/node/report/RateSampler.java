package io.snowkeeper.node.report;

import java.util.concurrent.TimeUnit;

/**
 * A sampler that turns a count into the rate of each second, whenever it comes to look: the rate between two looks is that of all
 * seconds between them, so that a late look makes no peak. For one thread.
 */
final class RateSampler {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final RateHistory history;

    private long second = Long.MIN_VALUE;
    private long count;
    private long nanos;

    /** @param startNanos since when is counted */
    RateSampler(RateHistory history, long startNanos) {
        this.history = history;
        this.nanos = startNanos;
    }

    /**
     * Looks. Nothing is done more than once a second.
     *
     * @param nowSecond the Unix second
     * @return whether a second is over
     */
    boolean look(long nowSecond, long nowNanos, long nowCount) {
        if (second == nowSecond) {
            return false;
        }
        if (second == Long.MIN_VALUE) {
            // What was counted before the first look belongs to the second that it falls into.
            second = nowSecond;
            return true;
        }
        if (nowSecond > second) {
            long rate = Math.round((nowCount - count) * NANOS_PER_SECOND / Math.max(1, nowNanos - nanos));
            for (long at = Math.max(second, nowSecond - RateHistory.SECONDS); at < nowSecond; at++) {
                history.put(at, rate);
            }
        }
        if (nowSecond < second) {
            // The clock was set back, and goes on where it is: what was ahead of it would stand still until it is
            // reached again.
            history.forgetFrom(nowSecond);
        }
        second = nowSecond;
        count = nowCount;
        nanos = nowNanos;
        return true;
    }
}
