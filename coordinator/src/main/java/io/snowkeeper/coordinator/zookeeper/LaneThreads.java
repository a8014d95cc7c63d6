package io.snowkeeper.coordinator.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The threads that sequences are served on: a sequence stays on one of them. Nothing blocks there. */
final class LaneThreads implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LaneThreads.class);

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

    /** Stops; nothing runs there any more when it returns. */
    @Override
    public void close() {
        threads.forEach(ScheduledExecutorService::shutdownNow);
        try {
            for (ScheduledExecutorService thread : threads) {
                if (!thread.awaitTermination(1, TimeUnit.SECONDS)) {
                    log.warn("a thread that serves sequences does not end");
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
