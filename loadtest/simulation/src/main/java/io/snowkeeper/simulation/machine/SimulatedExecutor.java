package io.snowkeeper.simulation.machine;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RunnableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A thread of a simulated process: does one task after another, each when the world's choices let it. */
public final class SimulatedExecutor extends AbstractExecutorService implements ScheduledExecutorService {

    /** How long a thread that is ready to run may wait for a processor. */
    private static final long MAX_LATENCY_NANOS = 200_000;

    private static final long NEVER = -1;

    private final SimulatedProcess process;
    private final boolean mayWait;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final CompletableFuture<Boolean> terminated = new CompletableFuture<>();
    private Coroutines.@Nullable Coroutine running;
    private boolean busy;
    private boolean shutDown;

    /** @param mayWait whether its tasks may wait for something */
    public SimulatedExecutor(SimulatedProcess process, boolean mayWait) {
        this.process = process;
        this.mayWait = mayWait;
    }

    @Override
    public void execute(Runnable task) {
        if (shutDown) {
            throw new RejectedExecutionException("was shut down");
        }
        tasks.add(task);
        begin();
    }

    private void begin() {
        if (!busy && !tasks.isEmpty()) {
            busy = true;
            process.loop().after(process.choices().between(1_000, MAX_LATENCY_NANOS), () -> process.run(this::next));
        }
    }

    private void next() {
        Runnable task = tasks.poll();
        if (task == null) {
            ended();
        } else if (mayWait) {
            process.runWaiting(() -> {
                running = process.current();
                try {
                    task.run();
                } finally {
                    running = null;
                    ended();
                }
            });
        } else {
            try {
                task.run();
            } finally {
                ended();
            }
        }
    }

    private void ended() {
        busy = false;
        begin();
        if (shutDown && !busy) {
            terminated.complete(true);
        }
    }

    @Override
    public List<Runnable> shutdownNow() {
        shutDown = true;
        List<Runnable> left = List.copyOf(tasks);
        tasks.clear();
        process.interrupt(running);
        if (!busy) {
            terminated.complete(true);
        }
        return left;
    }

    @Override
    public void shutdown() {
        shutDown = true;
        if (!busy) {
            terminated.complete(true);
        }
    }

    @Override
    public boolean isShutdown() {
        return shutDown;
    }

    @Override
    public boolean isTerminated() {
        return terminated.isDone();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        try {
            return process.await(terminated, Duration.ofNanos(unit.toNanos(timeout)));
        } catch (ExecutionException | TimeoutException e) {
            return false;
        }
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new Task<>(callable, 0, NEVER);
    }

    @Override
    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return newTaskFor(Executors.callable(runnable, value));
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return schedule(Executors.callable(command), delay, unit);
    }

    @Override
    public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
        return later(new Task<>(callable, unit.toNanos(delay), NEVER));
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long first, long delay, TimeUnit unit) {
        return later(new Task<>(Executors.callable(command), unit.toNanos(first), unit.toNanos(delay)));
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long first, long period, TimeUnit unit) {
        return scheduleWithFixedDelay(command, first, period, unit);
    }

    private <V> Task<V> later(Task<V> task) {
        if (shutDown) {
            throw new RejectedExecutionException("was shut down");
        }
        task.schedule();
        return task;
    }

    /** A task that is waited for in simulated time. */
    private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V>, RunnableFuture<V> {

        private final CompletableFuture<Boolean> over = new CompletableFuture<>();
        private final long delayNanos;
        private final long againNanos;
        private long dueNanos;

        Task(Callable<V> callable, long delayNanos, long againNanos) {
            super(callable);
            this.delayNanos = delayNanos;
            this.againNanos = againNanos;
        }

        void schedule() {
            at(delayNanos);
        }

        private void at(long delay) {
            dueNanos = process.loop().nowNanos() + delay;
            process.loop().after(delay, () -> {
                if (!shutDown && !isDone() && process.isAlive()) {
                    execute(this);
                }
            });
        }

        @Override
        public void run() {
            if (againNanos == NEVER) {
                super.run();
            } else if (runAndReset() && !shutDown) {
                at(againNanos);
            }
        }

        @Override
        protected void done() {
            over.complete(true);
        }

        @Override
        public V get() throws InterruptedException, ExecutionException {
            if (!isDone()) {
                process.await(over);
            }
            return super.get();
        }

        @Override
        public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
            if (!isDone()) {
                process.await(over, Duration.ofNanos(unit.toNanos(timeout)));
            }
            return super.get();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(dueNanos - process.loop().nowNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
        }
    }
}
