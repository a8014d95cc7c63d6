package io.snowkeeper.client.internal.dispatch;

import java.util.concurrent.atomic.AtomicInteger;

/** A fetched batch of ids, handed out one by one, each once. Thread-safe. */
public final class PrefetchedIds {

    public static final long NONE = -1;

    private final long[] ids;
    private final long askedNanos;
    private final AtomicInteger next = new AtomicInteger();

    /**
     * @param ids not copied, and ours from now on
     * @param askedNanos when they were asked for, before they were made
     */
    PrefetchedIds(long[] ids, long askedNanos) {
        this.ids = ids;
        this.askedNanos = askedNanos;
    }

    /** Returns an id that nobody else gets, or {@link #NONE}. */
    long take() {
        if (isEmpty()) {
            return NONE;
        }
        int index = next.getAndIncrement();
        return index < ids.length ? ids[index] : NONE;
    }

    boolean isEmpty() {
        // Looked at before each step, so the counter ends little above the length and never wraps.
        return next.get() >= ids.length;
    }

    long ageNanos(long nowNanos) {
        return nowNanos - askedNanos;
    }
}
