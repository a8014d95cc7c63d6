package io.snowkeeper.client.internal.dispatch;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ids that were asked for before they are needed: two stocks of half the size. The second is fetched when the first is
 * begun, so that it is there when the first ends. Nothing is fetched unless somebody takes ids. Thread-safe; does not block.
 */
public final class Prefetch {

    private final int half;
    private final long maxAgeNanos;
    private final LongSupplier nanoTime;
    private final IntFunction<? extends CompletionStage<IdStock>> source;
    private final AtomicBoolean fetching = new AtomicBoolean();

    /** Written under the lock only. */
    private volatile Shelf shelf = new Shelf(null, null);

    private record Shelf(
            @Nullable IdStock current, @Nullable IdStock reserve) {

        Shelf with(IdStock stock) {
            return current == null || current.isEmpty() ? new Shelf(stock, reserve) : new Shelf(current, stock);
        }
    }

    /**
     * @param size how many ids are kept at the most
     * @param maxAge how long an id may be kept, counted from when it was asked for
     * @param source fetches so many ids
     */
    public Prefetch(
            int size, Duration maxAge, LongSupplier nanoTime, IntFunction<? extends CompletionStage<IdStock>> source) {
        this.half = size / 2;
        this.maxAgeNanos = maxAge.toNanos();
        this.nanoTime = nanoTime;
        this.source = source;
    }

    /** Returns an id that nobody else gets and that is not too old, or {@link IdStock#NONE}. */
    public long take() {
        long now = nanoTime.getAsLong();
        while (true) {
            Shelf seen = shelf;
            IdStock current = seen.current();
            if (current != null && current.ageNanos(now) <= maxAgeNanos) {
                long id = current.take();
                if (id != IdStock.NONE) {
                    if (seen.reserve() == null) {
                        fetch();
                    }
                    return id;
                }
            }
            if (seen.reserve() == null) {
                fetch();
                return IdStock.NONE;
            }
            promoteReserveOf(seen);
        }
    }

    private void fetch() {
        if (fetching.get() || !fetching.compareAndSet(false, true)) {
            return;
        }
        if (shelf.reserve() != null) {
            // It came between the look and the turn.
            fetching.set(false);
            return;
        }
        source.apply(half).whenComplete((stock, failure) -> {
            if (failure == null) {
                add(stock);
            }
            // After a failure whoever comes next tries again, and waits for an id of its own, whose failure it sees.
            fetching.set(false);
        });
    }

    private synchronized void promoteReserveOf(Shelf seen) {
        // Somebody else may have done it.
        if (shelf.equals(seen)) {
            shelf = new Shelf(seen.reserve(), null);
        }
    }

    private synchronized void add(IdStock stock) {
        shelf = shelf.with(stock);
    }
}
