package io.snowkeeper.coordinator.memory;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tasks of one client, run one after the other, each by its executor. */
final class TaskQueue {

    private static final Logger log = LoggerFactory.getLogger(TaskQueue.class);

    private final MemoryEnsemble ensemble;
    private final Executor executor;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

    TaskQueue(MemoryEnsemble ensemble, Executor executor) {
        this.ensemble = ensemble;
        this.executor = executor;
    }

    /** Adds a task. Guarded by the ensemble. */
    void add(Runnable task) {
        tasks.add(task);
        if (!running) {
            running = true;
            begin();
        }
    }

    private void begin() {
        ensemble.later(() -> executor.execute(this::next));
    }

    private void next() {
        Runnable task = ensemble.call(tasks::remove);
        try {
            task.run();
        } catch (RuntimeException e) {
            log.warn("a listener has failed", e);
        }
        ensemble.run(() -> {
            if (tasks.isEmpty()) {
                running = false;
            } else {
                begin();
            }
        });
    }
}
