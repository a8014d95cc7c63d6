package io.snowkeeper.client.internal.dispatch;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A call that takes a place among those that may wait, and leaves it before anybody learns that the call is over: whoever was
 * answered may call again at once.
 */
abstract class AdmittedCall<T> extends CompletableFuture<T> {

    private final AtomicReference<@Nullable Runnable> place = new AtomicReference<>();

    /** @param leave run once, when the call is over */
    void admitted(Runnable leave) {
        place.set(leave);
    }

    private void leave() {
        Runnable leave = place.getAndSet(null);
        if (leave != null) {
            leave.run();
        }
    }

    @Override
    public boolean complete(T value) {
        leave();
        return super.complete(value);
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        leave();
        return super.completeExceptionally(failure);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        leave();
        return super.cancel(mayInterruptIfRunning);
    }
}
