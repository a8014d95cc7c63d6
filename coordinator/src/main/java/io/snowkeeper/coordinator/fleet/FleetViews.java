package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.core.UnavailableReason;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The last view of the fleet, read again when it is requested and no longer fresh. ZooKeeper is read once a second at
 * the most, however many requests there are. Thread-safe.
 */
public final class FleetViews {

    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<CompletableFuture<FleetView>> reader;
    private final LongSupplier nanoTime;
    private final Duration timeout;

    // Guarded by this.
    private @Nullable FleetView last;
    private @Nullable CompletableFuture<FleetView> reading;
    private long startedAt;

    /** @param timeout how long a read may take */
    public FleetViews(Supplier<CompletableFuture<FleetView>> reader, LongSupplier nanoTime, Duration timeout) {
        this.reader = reader;
        this.nanoTime = nanoTime;
        this.timeout = timeout;
    }

    /**
     * Returns a view that is about a second old at the most; if there is none, the last one, which has its own time.
     * Fails with {@link FleetViewUnavailableException} if there never was one.
     */
    public synchronized CompletionStage<FleetView> view() {
        CompletableFuture<FleetView> present = reading;
        long now = nanoTime.getAsLong();
        if (present != null && (!present.isDone() || now - startedAt < FRESH_NANOS)) {
            return present.copy();
        }
        startedAt = now;
        CompletableFuture<FleetView> read = reader.get()
                .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .handle(this::remember);
        reading = read;
        return read.copy();
    }

    private synchronized FleetView remember(@Nullable FleetView view, @Nullable Throwable failure) {
        if (view != null) {
            last = view;
            return view;
        }
        FleetView known = last;
        if (known == null) {
            if (failure instanceof CompletionException
                    && failure.getCause() instanceof FleetViewUnavailableException denied) {
                throw denied;
            }
            throw new FleetViewUnavailableException(
                    UnavailableReason.ZOOKEEPER_AWAY, "the fleet cannot be read: ZooKeeper does not answer");
        }
        return known;
    }
}
