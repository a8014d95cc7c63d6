package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.ForwardingEnvironment;
import io.snowkeeper.testkit.time.Patience;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An environment in which time passes faster, but for waiting for ZooKeeper: paced work has a quicker pace. */
final class QuickTime extends ForwardingEnvironment {

    private static final int SPEED = 20;

    private volatile boolean hurries;

    @Override
    public long nanoTime() {
        return REAL.nanoTime() * SPEED;
    }

    @Override
    public void pause(Duration pause) throws InterruptedException {
        REAL.pause(pause.dividedBy(SPEED));
    }

    /** From now on, answers are waited for no longer than a node waits. */
    void hurry() {
        hurries = true;
    }

    /** Waits as long as tests do: the machine may stand still meanwhile. */
    @Override
    public <T> T await(CompletableFuture<T> answer, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        return REAL.await(answer, hurries ? timeout : Patience.LIMIT);
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
