package io.snowkeeper.sequences.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Replaces a writer's thread: its tasks run when a test says so, so that they run the same way each time. */
public class ManualExecutor extends AbstractExecutorService implements ScheduledExecutorService {

    private static final int MOST = 100_000;

    /** Filled by ZooKeeper's event thread, too. */
    private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();

    private final List<Runnable> scheduled = new ArrayList<>();

    boolean isIdle() {
        return ready.isEmpty();
    }

    /** Runs all ready tasks, and those that become ready by that. */
    public void runReady() {
        int run = 0;
        while (runOne()) {
            if (++run > MOST) {
                throw new AssertionError("it does not come to rest");
            }
        }
    }

    boolean runOne() {
        Runnable task = ready.poll();
        if (task == null) {
            return false;
        }
        task.run();
        return true;
    }

    /** Lets time pass: scheduled tasks become ready. */
    public void passTime() {
        ready.addAll(scheduled);
        scheduled.clear();
    }

    @Override
    public void execute(Runnable task) {
        ready.add(task);
    }

    @Override
    @SuppressWarnings("NullAway") // The result is not used.
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        scheduled.add(task);
        return null;
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long delay, long period, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long delay, long pause, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
        return List.of();
    }

    @Override
    public boolean isShutdown() {
        return false;
    }

    @Override
    public boolean isTerminated() {
        return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return false;
    }
}
