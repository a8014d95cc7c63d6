package io.snowkeeper.coordinator.memory;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** An executor on the calling thread, one task after the other: a task's own submissions come after it, not within. */
final class CallingThread implements Executor {

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

    @Override
    public void execute(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
            if (running) {
                return;
            }
            running = true;
        }
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    private @Nullable Runnable next() {
        synchronized (tasks) {
            running = !tasks.isEmpty();
            return tasks.poll();
        }
    }
}
