package io.snowkeeper.coordinator.memory;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The tasks of one client, run in their order. */
final class TaskQueue {

    private static final Logger log = LoggerFactory.getLogger(TaskQueue.class);

    private final MemoryEnsemble ensemble;
    private final Executor executor;
    private final Queue<Runnable> tasks = new ArrayDeque<>();

    /** @param executor runs one task at a time */
    TaskQueue(MemoryEnsemble ensemble, Executor executor) {
        this.ensemble = ensemble;
        this.executor = executor;
    }

    /** Adds a task. Guarded by the ensemble. */
    void add(Runnable task) {
        tasks.add(task);
        ensemble.later(() -> executor.execute(this::next));
    }

    private void next() {
        Runnable task = ensemble.call(tasks::remove);
        try {
            task.run();
        } catch (RuntimeException e) {
            log.warn("a listener has failed", e);
        }
    }
}
