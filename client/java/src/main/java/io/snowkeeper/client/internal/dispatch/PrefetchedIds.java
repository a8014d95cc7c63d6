package io.snowkeeper.client.internal.dispatch;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A fetched batch of ids, handed out one by one, each once. Thread-safe. */
public final class PrefetchedIds<T> {

    private final int size;
    private final IntFunction<T> ids;
    private final long askedNanos;
    private final AtomicInteger next = new AtomicInteger();

    /**
     * @param ids each of them, from 0
     * @param askedNanos when they were asked for, before they were made
     */
    PrefetchedIds(int size, IntFunction<T> ids, long askedNanos) {
        this.size = size;
        this.ids = ids;
        this.askedNanos = askedNanos;
    }

    /** Returns an id that no other call gets, null if there is none. */
    @Nullable
    T take() {
        if (isEmpty()) {
            return null;
        }
        int index = next.getAndIncrement();
        return index < size ? ids.apply(index) : null;
    }

    boolean isEmpty() {
        // Looked at before each step, so the counter ends little above the size and never wraps.
        return next.get() >= size;
    }

    long ageNanos(long nowNanos) {
        return nowNanos - askedNanos;
    }
}
