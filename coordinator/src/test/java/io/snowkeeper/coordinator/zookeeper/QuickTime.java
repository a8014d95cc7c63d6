package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.ForwardingEnvironment;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** An environment in which time passes faster, but for waiting for ZooKeeper: paced work has a quicker pace. */
final class QuickTime extends ForwardingEnvironment {

    private static final int SPEED = 20;

    @Override
    public long nanoTime() {
        return REAL.nanoTime() * SPEED;
    }

    @Override
    public void pause(Duration pause) throws InterruptedException {
        REAL.pause(pause.dividedBy(SPEED));
    }

    /** Returns an executor with one thread. */
    ScheduledExecutorService executor(String name) {
        return new ScheduledThreadPoolExecutor(1, task -> daemon(task, name)) {
            @Override
            public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
                return super.schedule(task, unit.toNanos(delay) / SPEED, TimeUnit.NANOSECONDS);
            }
        };
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }
}
