package io.snowkeeper.client.internal.dispatch;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A double buffer of ids that are fetched before they are needed: two batches of half the size. The second is fetched
 * when the first is begun, so that it is there when the first ends. Nothing is fetched unless ids are taken.
 * Thread-safe; does not block.
 */
public final class Prefetch<T> {

    private final int half;
    private final long maxAgeNanos;
    private final LongSupplier nanoTime;
    private final IntFunction<? extends CompletionStage<PrefetchedIds<T>>> source;
    private final LongAdder hits = new LongAdder();
    private final AtomicBoolean fetching = new AtomicBoolean();

    /** Written under the lock only. */
    private volatile Buffers<T> buffers = new Buffers<>(null, null);

    private record Buffers<T>(
            @Nullable PrefetchedIds<T> current, @Nullable PrefetchedIds<T> reserve) {

        Buffers<T> with(PrefetchedIds<T> batch) {
            return current == null || current.isEmpty() ? new Buffers<>(batch, reserve) : new Buffers<>(current, batch);
        }
    }

    /**
     * @param size how many ids are kept at the most
     * @param maxAge how long an id may be kept, counted from its request
     * @param source fetches a number of ids
     */
    public Prefetch(
            int size,
            Duration maxAge,
            LongSupplier nanoTime,
            IntFunction<? extends CompletionStage<PrefetchedIds<T>>> source) {
        this.half = size / 2;
        this.maxAgeNanos = maxAge.toNanos();
        this.nanoTime = nanoTime;
        this.source = source;
    }

    /** Returns an id that no other call gets and that is not too old, null if there is none. */
    public @Nullable T take() {
        long now = nanoTime.getAsLong();
        while (true) {
            Buffers<T> seen = buffers;
            PrefetchedIds<T> current = seen.current();
            if (current != null && current.ageNanos(now) <= maxAgeNanos) {
                T id = current.take();
                if (id != null) {
                    hits.increment();
                    if (seen.reserve() == null) {
                        fetch();
                    }
                    return id;
                }
            }
            if (seen.reserve() == null) {
                fetch();
                return null;
            }
            promoteReserveOf(seen);
        }
    }

    /** Returns how many ids were taken. */
    public long hits() {
        return hits.sum();
    }

    private void fetch() {
        if (fetching.get() || !fetching.compareAndSet(false, true)) {
            return;
        }
        if (buffers.reserve() != null) {
            // It came between the look and the turn.
            fetching.set(false);
            return;
        }
        source.apply(half).whenComplete((batch, failure) -> {
            if (failure == null) {
                add(batch);
            }
            // After a failure the next caller tries again, and waits for an id of its own, whose failure it sees.
            fetching.set(false);
        });
    }

    private synchronized void promoteReserveOf(Buffers<T> seen) {
        // Another thread may have done it.
        if (buffers.equals(seen)) {
            buffers = new Buffers<>(seen.reserve(), null);
        }
    }

    private synchronized void add(PrefetchedIds<T> batch) {
        buffers = buffers.with(batch);
    }
}
