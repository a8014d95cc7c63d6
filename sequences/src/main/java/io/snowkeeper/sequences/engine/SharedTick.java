package io.snowkeeper.sequences.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The timer that all sequences of a loop share, for their periodic checks while calls wait: one timer for thousands of
 * them wakes the loop's thread. Thread-safe.
 */
final class SharedTick {

    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ScheduledExecutorService loop;
    private final Queue<Runnable> asked = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();

    SharedTick(ScheduledExecutorService loop) {
        this.loop = loop;
    }

    ScheduledExecutorService loop() {
        return loop;
    }

    /**
     * Runs a task once, at the next tick, on the loop's thread. It must not fail.
     *
     * @throws RejectedExecutionException if the loop is shut down
     */
    void ask(Runnable task) {
        if (loop.isShutdown()) {
            throw new RejectedExecutionException("shut down");
        }
        asked.add(task);
        if (scheduled.compareAndSet(false, true)) {
            var unused = loop.schedule(this::tick, TICK_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    private void tick() {
        scheduled.set(false);
        // A task that registers again does so for the next tick.
        List<Runnable> due = new ArrayList<>();
        for (Runnable task = asked.poll(); task != null; task = asked.poll()) {
            due.add(task);
        }
        due.forEach(Runnable::run);
    }
}
