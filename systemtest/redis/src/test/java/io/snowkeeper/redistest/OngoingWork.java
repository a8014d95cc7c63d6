package io.snowkeeper.redistest;

import static org.awaitility.Awaitility.await;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Work that goes on in a thread of its own, without a pause, until it is closed. */
final class OngoingWork implements AutoCloseable {

    private final CompletableFuture<Void> work;
    private volatile boolean ended;

    /**
     * Starts it.
     *
     * @param body the work; it ends when {@link #isEnded} is true
     */
    OngoingWork(Consumer<OngoingWork> body) {
        this.work = CompletableFuture.runAsync(() -> body.accept(this), task -> {
            Thread thread = new Thread(task, "work");
            thread.setDaemon(true);
            thread.start();
        });
    }

    boolean isEnded() {
        return ended;
    }

    /** Waits until the work has got {@code numbers} more, and fails if it has failed. */
    void awaitMore(Queue<Long> got, int numbers) {
        int before = got.size();
        await("the work goes on").until(() -> work.isDone() || got.size() >= before + numbers);
        if (work.isDone()) {
            throw new AssertionError(
                    "the work has ended",
                    work.handle((none, failure) -> failure).join());
        }
    }

    /** Waits for its end, and fails if it has failed. */
    @Override
    public void close() {
        ended = true;
        work.join();
    }
}
