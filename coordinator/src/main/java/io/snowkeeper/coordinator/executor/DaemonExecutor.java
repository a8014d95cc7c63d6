package io.snowkeeper.coordinator.executor;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** An executor of one thread that does not keep the process alive. */
public final class DaemonExecutor {

    private DaemonExecutor() {}

    /** An executor whose one thread bears this name. */
    public static ScheduledExecutorService named(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> thread(task, name));
    }

    /** A thread of this name, not begun yet. */
    public static Thread thread(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
