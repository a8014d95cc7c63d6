package io.snowkeeper.coordinator.zookeeper;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An executor with one thread, for which time passes faster: what is to be done at a pace is done at a quicker one. */
final class QuickExecutor extends ScheduledThreadPoolExecutor {

    private static final int SPEED = 20;

    QuickExecutor(String name) {
        super(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return super.schedule(task, unit.toNanos(delay) / SPEED, TimeUnit.NANOSECONDS);
    }
}
