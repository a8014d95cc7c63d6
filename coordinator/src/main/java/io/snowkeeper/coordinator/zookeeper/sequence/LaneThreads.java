package io.snowkeeper.coordinator.zookeeper.sequence;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that sequences are served on: a sequence stays on one of them. Nothing blocks there. */
final class LaneThreads implements AutoCloseable {

    private static final int MAX_THREADS = 4;

    private final List<ScheduledExecutorService> threads;
    private final AtomicInteger turn = new AtomicInteger();

    private LaneThreads(List<ScheduledExecutorService> threads) {
        this.threads = threads;
    }

    static LaneThreads start() {
        List<ScheduledExecutorService> threads = new ArrayList<>();
        int count = Math.min(MAX_THREADS, Runtime.getRuntime().availableProcessors());
        for (int i = 0; i < count; i++) {
            String name = "snowkeeper-sequences-" + i;
            threads.add(Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, name);
                thread.setDaemon(true);
                return thread;
            }));
        }
        return new LaneThreads(List.copyOf(threads));
    }

    /** Returns a thread for one more sequence. */
    ScheduledExecutorService next() {
        return threads.get(Math.floorMod(turn.getAndIncrement(), threads.size()));
    }

    /** Returns a thread for what is rare. */
    ScheduledExecutorService timer() {
        return threads.get(0);
    }

    @Override
    public void close() {
        threads.forEach(ScheduledExecutorService::shutdownNow);
    }
}
