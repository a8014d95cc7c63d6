package io.snowkeeper.coordinator.zookeeper;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** An executor of one thread that does not keep the process alive. */
final class DaemonExecutor {

    private DaemonExecutor() {}

    static ScheduledExecutorService named(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> thread(task, name));
    }

    static Thread thread(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
