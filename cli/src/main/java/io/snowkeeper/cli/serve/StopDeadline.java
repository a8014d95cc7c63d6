package io.snowkeeper.cli.serve;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The last resort of a stop: when it has not ended within its bound, the process ends without it. The stop's requester
 * may wait for it, and a process that hangs is worth less than none. Thread-safe.
 */
final class StopDeadline {

    private final Duration bound;
    private final Consumer<String> end;
    private final AtomicBoolean begun = new AtomicBoolean();

    /**
     * @param bound how long the stop may take
     * @param end receives the reason, and ends the process
     */
    StopDeadline(Duration bound, Consumer<String> end) {
        this.bound = bound;
        this.end = end;
    }

    /** Counts from now. Does nothing if it does already. */
    void begin() {
        if (begun.compareAndSet(false, true)) {
            Thread thread = new Thread(this::await, "stop-deadline");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void await() {
        try {
            Thread.sleep(bound.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        end.accept(
                ("the stop did not end within %s ms; the process ends without it, and worker ids that it did not hand back rest until their reservations have passed")
                        .formatted(bound.toMillis()));
    }
}
