package io.snowkeeper.node;

import io.snowkeeper.node.net.MemoryExhaustion;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A watch that asks five times a second whether something has failed for good. Thread-safe. */
final class FailureWatch implements AutoCloseable {

    private static final int PERIOD_MILLIS = 200;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread daemon = new Thread(task, "snowkeeper-watch");
        daemon.setDaemon(true);
        return daemon;
    });
    private final CompletableFuture<NodeFailedException> failure = new CompletableFuture<>();

    /** @param reason why it has failed, empty as long as it has not */
    void start(Supplier<Optional<String>> reason) {
        Future<?> unused =
                thread.scheduleWithFixedDelay(() -> look(reason), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Nobody else asks all the time: where the heap is used up, it is likely to be noticed here. */
    private void look(Supplier<Optional<String>> reason) {
        try {
            reason.get().map(NodeFailedException::new).ifPresent(failure::complete);
        } catch (Throwable e) {
            MemoryExhaustion.tellIfOfHeap(e);
            throw e;
        }
    }

    /** Returns what completes with the failure, if ever. */
    CompletableFuture<NodeFailedException> failure() {
        return failure;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
