package io.snowkeeper.node;

import io.snowkeeper.node.net.MemoryExhaustion;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A watch that checks five times a second whether something has failed for good, and more often within the first
 * seconds, when the checks have yet to find that the node is ready. Thread-safe.
 */
final class FailureWatch implements AutoCloseable {

    private static final int PERIOD_MILLIS = 200;
    private static final int FIRST_PERIOD_MILLIS = 20;
    private static final int FIRST_LOOKS = 250;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread daemon = new Thread(task, "snowkeeper-watch");
        daemon.setDaemon(true);
        return daemon;
    });
    private final CompletableFuture<NodeFailedException> failure = new CompletableFuture<>();

    /** @param reason why it has failed, empty as long as it has not */
    void start(Supplier<Optional<String>> reason) {
        lookAfter(0, reason);
    }

    private void lookAfter(int looks, Supplier<Optional<String>> reason) {
        Runnable look = () -> {
            look(reason);
            lookAfter(looks + 1, reason);
        };
        Future<?> unused =
                thread.schedule(look, looks < FIRST_LOOKS ? FIRST_PERIOD_MILLIS : PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** No other thread runs all the time: an exhausted heap is likely to be noticed here. */
    private void look(Supplier<Optional<String>> reason) {
        try {
            reason.get().map(NodeFailedException::new).ifPresent(failure::complete);
        } catch (Throwable e) {
            MemoryExhaustion.tellIfOfHeap(e);
            throw e;
        }
    }

    /** Returns a future that completes with the failure, if ever. */
    CompletableFuture<NodeFailedException> failure() {
        return failure;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
