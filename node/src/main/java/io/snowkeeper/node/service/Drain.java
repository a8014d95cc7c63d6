package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The way of a node out of service. When it begins, readiness turns off and nothing else changes: requests are answered
 * until load balancers have had the time to notice. Thread-safe.
 */
public final class Drain {

    private final Duration delay;
    private final LongSupplier nanoTime;
    private final CompletableFuture<Void> begun = new CompletableFuture<>();
    private volatile long begunAt;
    private volatile boolean watched;

    /** @param delay how long load balancers may take to notice that the node is not ready */
    public Drain(Duration delay) {
        this(delay, System::nanoTime);
    }

    Drain(Duration delay, LongSupplier nanoTime) {
        this.delay = requireNonNull(delay);
        this.nanoTime = requireNonNull(nanoTime);
    }

    /** Begins. Does nothing if it has begun before. */
    public synchronized void begin() {
        if (!begun.isDone()) {
            begunAt = nanoTime.getAsLong();
            begun.complete(null);
        }
    }

    /** Returns whether it has begun. */
    public boolean hasBegun() {
        return begun.isDone();
    }

    /** Returns a future that completes when it begins. */
    public CompletableFuture<Void> begun() {
        return begun.copy();
    }

    /** Notes that a client watches the node's readiness, and has to be waited for. */
    public void noteWatcher() {
        watched = true;
    }

    /**
     * Returns how long requests still have to be answered: the rest of the delay once it has begun; zero if the node's
     * readiness was never watched, since then no client has to notice.
     */
    public Duration remaining() {
        if (!watched) {
            return Duration.ZERO;
        }
        if (!hasBegun()) {
            return delay;
        }
        Duration rest = delay.minusNanos(nanoTime.getAsLong() - begunAt);
        return rest.isNegative() ? Duration.ZERO : rest;
    }
}
