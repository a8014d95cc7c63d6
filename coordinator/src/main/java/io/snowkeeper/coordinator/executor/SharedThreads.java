package io.snowkeeper.coordinator.executor;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** A few threads for many executors. They end when there is nothing to do any more, now or later, and keep no process alive. Thread-safe. */
public final class SharedThreads {

    private static final int IDLE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor threads;
    private final int most;
    private int executors;

    /** @param most how many threads there are at the most; never more than executors */
    public SharedThreads(String name, int most) {
        this.most = most;
        threads = new ScheduledThreadPoolExecutor(1, task -> DaemonExecutor.thread(task, name));
        threads.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        threads.allowCoreThreadTimeOut(true);
        threads.setRemoveOnCancelPolicy(true);
    }

    /** Returns an executor that does one thing at a time, and may be ended. */
    public synchronized ScheduledExecutorService executor() {
        executors++;
        threads.setCorePoolSize(Math.min(most, executors));
        return new SerialExecutor(threads);
    }
}
