package io.snowkeeper.sequences.access;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request shared by its callers: one is under way at a time, and answers all that came before it was sent.
 * Thread-safe.
 *
 * @param <T> the type of its answer
 */
final class SharedRequest<T> {

    private final Supplier<CompletableFuture<T>> request;
    private @Nullable CompletableFuture<T> underWay;
    private @Nullable CompletableFuture<T> next;

    SharedRequest(Supplier<CompletableFuture<T>> request) {
        this.request = request;
    }

    /** Returns the answer to a request that is sent after this call. */
    CompletableFuture<T> ask() {
        CompletableFuture<T> first;
        synchronized (this) {
            if (underWay != null) {
                if (next == null) {
                    next = new CompletableFuture<>();
                }
                return next;
            }
            first = new CompletableFuture<>();
            underWay = first;
        }
        send(first);
        return first;
    }

    private void send(CompletableFuture<T> asked) {
        var unused = request.get().whenComplete((result, failure) -> {
            CompletableFuture<T> after = takeNext();
            if (after != null) {
                send(after);
            }
            if (failure == null) {
                asked.complete(result);
            } else {
                asked.completeExceptionally(failure);
            }
        });
    }

    private synchronized @Nullable CompletableFuture<T> takeNext() {
        underWay = next;
        next = null;
        return underWay;
    }
}
