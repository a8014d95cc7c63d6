package io.snowkeeper.node.security;

import java.util.function.LongSupplier;

/** A subject's requests a second, which all of its connections to this node share. Thread-safe. */
public final class SubjectQuota {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final String subject;
    private final int rate;
    private final TokenBucket requests;
    private final LongSupplier stopwatch;

    /**
     * @param rate requests a second, and as many at once after a pause; at least 1
     * @param stopwatch as {@link System#nanoTime}
     */
    SubjectQuota(String subject, int rate, LongSupplier stopwatch) {
        this.subject = subject;
        this.rate = rate;
        this.requests = new TokenBucket(rate, stopwatch.getAsLong());
        this.stopwatch = stopwatch;
    }

    /** Returns whether another request may be made now; if so, it counts as made. */
    public boolean take() {
        return requests.take(stopwatch.getAsLong());
    }

    /** Returns a request that was wrongly counted for this subject. */
    public void putBack() {
        requests.putBack();
    }

    /** Returns whether no other request may be made now. */
    public boolean isUsedUp() {
        return requests.nanosToToken(stopwatch.getAsLong()) > 0;
    }

    /** Returns the error for a request beyond the quota. */
    public String refuse() {
        long nanos = requests.nanosToToken(stopwatch.getAsLong());
        return "rate of %s requests/s of subject %s is used up, retry in %s ms"
                .formatted(rate, subject, nanos / NANOS_PER_MILLI + 1);
    }

    int rate() {
        return rate;
    }
}
