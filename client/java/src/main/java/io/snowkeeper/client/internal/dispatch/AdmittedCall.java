package io.snowkeeper.client.internal.dispatch;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A call that takes a place among the waiting ones, and leaves it before its caller is notified: an answered caller may
 * call again at once.
 */
abstract class AdmittedCall<T> extends CompletableFuture<T> {

    /** The places of those that wait. */
    interface Places {

        /**
         * A call leaves, once.
         *
         * @param failure its failure, null if it was answered
         */
        void left(AdmittedCall<?> call, @Nullable Throwable failure);
    }

    private final long deadlineNanos;
    private final AtomicReference<@Nullable Places> places = new AtomicReference<>();

    AdmittedCall(long deadlineNanos) {
        this.deadlineNanos = deadlineNanos;
    }

    /** Returns the type of its request. */
    abstract String type();

    /** Returns when it must be over. */
    long deadlineNanos() {
        return deadlineNanos;
    }

    /** Returns how long it is to the deadline, below 0 if that has passed. */
    long leftNanos(long nowNanos) {
        return deadlineNanos - nowNanos;
    }

    boolean isOver(long nowNanos) {
        return leftNanos(nowNanos) <= 0;
    }

    /** Takes a place. */
    void admitted(Places taken) {
        places.set(taken);
    }

    private void leave(@Nullable Throwable failure) {
        Places taken = places.getAndSet(null);
        if (taken != null) {
            taken.left(this, failure);
        }
    }

    @Override
    public boolean complete(T value) {
        leave(null);
        return super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        leave(failure);
        return super.completeExceptionally(failure);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        if (places.get() != null) {
            leave(new CancellationException());
        }
        return super.cancel(mayInterruptIfRunning);
    }
}
