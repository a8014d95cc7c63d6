package io.snowkeeper.coordinator.memory;

import java.util.ArrayDeque;
import java.util.Queue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The order in which things happen to one client: one after the other, each a task of the ensemble's executor. */
final class Turns {

    private static final Logger log = LoggerFactory.getLogger(Turns.class);

    private final MemoryEnsemble ensemble;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean running;

    Turns(MemoryEnsemble ensemble) {
        this.ensemble = ensemble;
    }

    /** Adds a task. Guarded by the ensemble. */
    void add(Runnable task) {
        tasks.add(task);
        if (!running) {
            running = true;
            ensemble.later(this::next);
        }
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
                ensemble.later(this::next);
            }
        });
    }
}
