package io.snowkeeper.coordinator.lease;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A piece of work that is done at a steady pace, and sooner when it is poked, on an executor of its own. Thread-safe. */
final class PacedWork {

    private static final Logger log = LoggerFactory.getLogger(PacedWork.class);

    private final ScheduledExecutorService executor;
    private final Runnable work;
    private final AtomicBoolean poked = new AtomicBoolean();
    private final AtomicBoolean pokedLater = new AtomicBoolean();

    /**
     * @param name the work's name in the log
     * @param executor does one thing at a time; used by this alone, and ended by {@link #stop}
     * @param work anything it throws, errors included, is logged, and it is done again at the next turn
     */
    PacedWork(String name, ScheduledExecutorService executor, Runnable work) {
        this.work = () -> runLogged(name, work);
        this.executor = executor;
    }

    void start(Duration pace) {
        schedule(
                () -> {
                    work.run();
                    start(pace);
                },
                pace);
    }

    /** Schedules the work for soon, once however often this is called before; returns at once. */
    void poke() {
        pokeIn(Duration.ZERO, poked);
    }

    /** Schedules the work after a while, once however often this is called before; returns at once. */
    void pokeIn(Duration delay) {
        pokeIn(delay, pokedLater);
    }

    /** Runs another task on this thread. */
    <T> CompletableFuture<T> submit(Callable<T> task) {
        CompletableFuture<T> done = new CompletableFuture<>();
        executor.execute(() -> {
            try {
                done.complete(task.call());
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    /**
     * Interrupts the work and stops it for good.
     *
     * @return whether the thread has ended within the timeout
     */
    boolean stop(Duration timeout) {
        executor.shutdownNow();
        try {
            return executor.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return executor.isTerminated();
        }
    }

    /** An exception would silently end the schedule for good. */
    private static void runLogged(String name, Runnable work) {
        try {
            work.run();
        } catch (Throwable e) {
            log.error("{} failed, and tries again at its next turn", name, e);
        }
    }

    private void pokeIn(Duration delay, AtomicBoolean pending) {
        if (!pending.compareAndSet(false, true)) {
            return;
        }
        Runnable once = () -> {
            // Before the work: an event while it runs deserves another look.
            pending.set(false);
            work.run();
        };
        schedule(once, delay);
    }

    private void schedule(Runnable task, Duration delay) {
        try {
            Future<?> unused = executor.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            log.debug("stopped, so nothing more is done");
        }
    }
}
