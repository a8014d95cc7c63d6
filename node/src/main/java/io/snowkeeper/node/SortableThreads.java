package io.snowkeeper.node;

import io.snowkeeper.core.sortable.SortableUnit;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The threads on which a node makes sortable ids: one for each unit, since who waits for the next second, as the first one
 * under a lease may have to, must not hold up those who want milliseconds. Thread-safe.
 */
final class SortableThreads implements AutoCloseable {

    private final Map<SortableUnit, ExecutorService> threads = new EnumMap<>(SortableUnit.class);

    SortableThreads() {
        for (SortableUnit unit : SortableUnit.values()) {
            // Without an id nothing runs: the pool starts its thread with the first task.
            threads.put(unit, Executors.newSingleThreadExecutor(task -> {
                Thread daemon =
                        new Thread(task, "snowkeeper-sortable-" + unit.name().toLowerCase(Locale.ROOT));
                daemon.setDaemon(true);
                return daemon;
            }));
        }
    }

    /** Returns where ids of a unit are made. */
    Executor of(SortableUnit unit) {
        return Objects.requireNonNull(threads.get(unit));
    }

    /** Ends when what was begun is done. */
    @Override
    public void close() {
        threads.values().forEach(ExecutorService::shutdown);
    }
}
