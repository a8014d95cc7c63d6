package io.snowkeeper.coordinator.executor;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A few threads for many executors. They end when all executors have, or when there has been nothing to do for a while, and keep no
 * process alive. Thread-safe.
 */
public final class SharedThreads {

    private static final int IDLE_MILLIS = 5_000;

    private final ScheduledThreadPoolExecutor threads;
    private final int most;
    private int executors;
    private int open;

    /** @param most how many threads there are at the most; never more than executors */
    public SharedThreads(String name, int most) {
        this.most = most;
        threads = new ScheduledThreadPoolExecutor(1, task -> DaemonExecutor.thread(task, name));
        threads.setKeepAliveTime(IDLE_MILLIS, TimeUnit.MILLISECONDS);
        threads.allowCoreThreadTimeOut(true);
        threads.setRemoveOnCancelPolicy(true);
    }

    /** Returns an executor that does one thing at a time, and may be ended. */
    public synchronized ScheduledExecutorService executor() {
        executors++;
        open++;
        threads.setCorePoolSize(Math.min(most, executors));
        threads.setKeepAliveTime(IDLE_MILLIS, TimeUnit.MILLISECONDS);
        return new SerialExecutor(threads, this::ended);
    }

    /** A thread that waits on would keep the class loader of an application which is done with us. */
    private synchronized void ended() {
        open--;
        if (open == 0) {
            threads.setKeepAliveTime(1, TimeUnit.MILLISECONDS);
        }
    }
}
