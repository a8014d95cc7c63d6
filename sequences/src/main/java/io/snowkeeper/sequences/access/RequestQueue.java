package io.snowkeeper.sequences.access;

import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.core.UnavailableReason;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A queue of requests with a bound on those under way at once: others wait, up to another bound, in the order in which
 * they came. Thread-safe.
 */
final class RequestQueue {

    private final int atOnce;
    private final int maxWaiting;

    // Guarded by this.
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private int underWay;
    private boolean begins;

    RequestQueue(int atOnce, int maxWaiting) {
        this.atOnce = atOnce;
        this.maxWaiting = maxWaiting;
    }

    /** Returns whether no other request may wait. */
    synchronized boolean isFull() {
        return waiting.size() >= maxWaiting;
    }

    /** Makes a request when it is its turn. Fails with {@link NoAnswerException} if too many wait. */
    <T> CompletableFuture<T> take(Supplier<CompletableFuture<T>> request) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        synchronized (this) {
            if (isFull()) {
                answer.completeExceptionally(new NoAnswerException(
                        UnavailableReason.SEQUENCE_BUSY,
                        "%s sequences that are new to this node wait to be looked up".formatted(maxWaiting)));
                return answer;
            }
            waiting.add(() -> make(request, answer));
        }
        begin();
        return answer;
    }

    private <T> void make(Supplier<CompletableFuture<T>> request, CompletableFuture<T> answer) {
        var unused = request.get().whenComplete((result, failure) -> {
            ended();
            if (failure == null) {
                answer.complete(result);
            } else {
                answer.completeExceptionally(failure);
            }
        });
    }

    private void ended() {
        synchronized (this) {
            underWay--;
        }
        begin();
    }

    /** By one thread at a time, and not from within itself: requests may be answered at once, and thousands wait. */
    private void begin() {
        boolean first = true;
        for (Runnable next = next(first); next != null; next = next(first)) {
            first = false;
            next.run();
        }
    }

    private synchronized @Nullable Runnable next(boolean first) {
        if (first && begins) {
            return null;
        }
        begins = underWay < atOnce && !waiting.isEmpty();
        if (!begins) {
            return null;
        }
        underWay++;
        return waiting.remove();
    }
}
