package io.snowkeeper.node.security;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A token bucket: admits a number of tokens a second, evenly, and a second's worth at once after a pause. It is full at
 * the beginning.
 *
 * <p>Kept as one number, the time when the bucket will be full again: each token taken delays that by a token's
 * interval. So there is nothing to fill up in the background, and no second field to get out of step. Thread-safe.
 */
final class TokenBucket {

    static final long NANOS_PER_SECOND = 1_000_000_000;

    private final long nanosPerToken;
    private final AtomicLong fullAt;

    /**
     * @param rate tokens a second, at least 1
     * @param now the time in nanoseconds, on any scale that goes evenly forward
     */
    TokenBucket(int rate, long now) {
        nanosPerToken = NANOS_PER_SECOND / rate;
        fullAt = new AtomicLong(now);
    }

    /** Takes a token if there is one. */
    boolean take(long now) {
        while (true) {
            long before = fullAt.get();
            // By their difference, since the scale may wrap around.
            long after = before - now > 0 ? before + nanosPerToken : now + nanosPerToken;
            if (after - now > NANOS_PER_SECOND) {
                return false;
            }
            if (fullAt.compareAndSet(before, after)) {
                return true;
            }
        }
    }

    /** Puts a token back that was taken. */
    void putBack() {
        fullAt.addAndGet(-nanosPerToken);
    }

    /** Returns how many nanoseconds it takes until there is a token; 0 if there is one. */
    long nanosToToken(long now) {
        return Math.max(0, fullAt.get() - now + nanosPerToken - NANOS_PER_SECOND);
    }

    boolean isFull(long now) {
        return fullAt.get() - now <= 0;
    }
}
