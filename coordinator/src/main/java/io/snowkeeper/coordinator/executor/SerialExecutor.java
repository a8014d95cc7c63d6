package io.snowkeeper.coordinator.executor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An executor that does one task after the other, in the order in which they become due, on threads that others use as well. It is ended
 * without them. Thread-safe.
 */
final class SerialExecutor extends AbstractExecutorService implements ScheduledExecutorService {

    private final ScheduledExecutorService threads;
    private final Runnable ended;
    private final CountDownLatch terminated = new CountDownLatch(1);

    // Guarded by this.
    private final Queue<Runnable> due = new ArrayDeque<>();
    private final Set<Timed<?>> waiting = new HashSet<>();
    private boolean underWay;
    private boolean shutDown;
    private @Nullable Thread runner;

    /**
     * @param threads go on when this has ended
     * @param ended done once, when it has
     */
    SerialExecutor(ScheduledExecutorService threads, Runnable ended) {
        this.threads = threads;
        this.ended = ended;
    }

    @Override
    public synchronized void execute(Runnable task) {
        requireOpen();
        due.add(task);
        if (!underWay) {
            underWay = true;
            threads.execute(this::runNext);
        }
    }

    /** One at a time, so that others come to their turn between. */
    private void runNext() {
        Runnable task;
        synchronized (this) {
            task = due.poll();
            runner = Thread.currentThread();
        }
        try {
            if (task != null) {
                task.run();
            }
        } finally {
            goOn();
        }
    }

    private synchronized void goOn() {
        runner = null;
        // The interrupt was meant for the task, not for the thread's next one.
        boolean unused = Thread.interrupted();
        if (!due.isEmpty()) {
            threads.execute(this::runNext);
            return;
        }
        underWay = false;
        if (shutDown) {
            end();
        }
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return schedule(Executors.callable(task), delay, unit);
    }

    @Override
    public synchronized <V> ScheduledFuture<V> schedule(Callable<V> task, long delay, TimeUnit unit) {
        requireOpen();
        Timed<V> timed = new Timed<>(task);
        waiting.add(timed);
        timed.timer = threads.schedule(() -> becomesDue(timed), delay, unit);
        return timed;
    }

    private synchronized void becomesDue(Timed<?> timed) {
        if (waiting.remove(timed)) {
            execute(timed);
        }
    }

    private synchronized void forget(Timed<?> timed) {
        waiting.remove(timed);
    }

    /** Not offered: a task that is to be done again schedules itself. */
    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long first, long period, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    /** Not offered: a task that is to be done again schedules itself. */
    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long pause, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    private void requireOpen() {
        if (shutDown) {
            throw new RejectedExecutionException("shut down");
        }
    }

    /** Takes no more tasks, and forgets those whose time has not come. */
    @Override
    public synchronized void shutdown() {
        shutDown = true;
        List.copyOf(waiting).forEach(timed -> timed.cancel(false));
        if (!underWay) {
            end();
        }
    }

    private void end() {
        if (!isTerminated()) {
            terminated.countDown();
            ended.run();
        }
    }

    /** As {@link #shutdown}; forgets those that are due as well, and interrupts the one that is being done. */
    @Override
    public synchronized List<Runnable> shutdownNow() {
        List<Runnable> left = new ArrayList<>(due);
        due.clear();
        if (runner == null) {
            // A thread that is still waited for finds nothing to do.
            underWay = false;
        } else {
            runner.interrupt();
        }
        shutdown();
        return left;
    }

    @Override
    public synchronized boolean isShutdown() {
        return shutDown;
    }

    @Override
    public boolean isTerminated() {
        return terminated.getCount() == 0;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return terminated.await(timeout, unit);
    }

    /** A task whose time will come. */
    private final class Timed<V> extends FutureTask<V> implements ScheduledFuture<V> {

        private @Nullable ScheduledFuture<?> timer;

        Timed(Callable<V> task) {
            super(task);
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return timer == null ? 0 : timer.getDelay(unit);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }

        @Override
        protected void done() {
            forget(this);
            if (timer != null) {
                timer.cancel(false);
            }
        }
    }
}
