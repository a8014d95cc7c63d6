package io.snowkeeper.coordinator.lease;

import java.util.function.LongSupplier;

/** The rate of ids per second, from one look to the next. For one thread. */
final class IssueRate {

    private static final double NANOS_PER_SECOND = 1e9;

    private final LongSupplier issued;
    private final LongSupplier nanoTime;

    private long lastIssued;
    private long lastNanos;

    /** @param issued how many ids were given out so far */
    IssueRate(LongSupplier issued, LongSupplier nanoTime) {
        this.issued = issued;
        this.nanoTime = nanoTime;
        this.lastIssued = issued.getAsLong();
        this.lastNanos = nanoTime.getAsLong();
    }

    /** Returns the average since it was asked before, or since it was made; 0 if no time has passed. */
    double sinceLastTime() {
        long count = issued.getAsLong();
        long now = nanoTime.getAsLong();
        double perSecond = now == lastNanos ? 0 : (count - lastIssued) * NANOS_PER_SECOND / (now - lastNanos);
        lastIssued = count;
        lastNanos = now;
        return perSecond;
    }
}
