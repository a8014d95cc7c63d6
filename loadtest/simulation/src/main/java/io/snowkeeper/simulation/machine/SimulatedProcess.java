package io.snowkeeper.simulation.machine;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.store.Environment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * A process of a node: it runs, is paused, or was killed. Its world decides when its waits end, and how its time
 * passes.
 */
public final class SimulatedProcess implements Environment {

    private final EventLoop loop;
    private final Coroutines coroutines;
    private final Machine machine;
    private final Choices choices;
    private final Random random;
    private final Set<Waiter> waiting = new LinkedHashSet<>();
    private final List<Runnable> held = new ArrayList<>();
    private int pauses;
    private boolean killed;

    public SimulatedProcess(EventLoop loop, Coroutines coroutines, Machine machine, Choices choices) {
        this.loop = loop;
        this.coroutines = coroutines;
        this.machine = machine;
        this.choices = choices;
        this.random = new Random(choices.random().nextLong());
    }

    /** The end of a process in the midst of its work: nothing that it does has any effect from here on. */
    private static final class ProcessKilledError extends Error {

        private static final long serialVersionUID = 1L;

        ProcessKilledError() {
            super("the process was killed", null, false, false);
        }
    }

    /** A coroutine of this process that waits. */
    private static final class Waiter {

        private final Coroutines.Coroutine coroutine;
        private final Coroutines.Wait wait;
        private boolean woken;
        private boolean interrupted;

        Waiter(Coroutines.Coroutine coroutine, Coroutines.Wait wait) {
            this.coroutine = coroutine;
            this.wait = wait;
        }
    }

    public EventLoop loop() {
        return loop;
    }

    /** Returns the coroutine of the present code, null if it may not wait. */
    public Coroutines.@Nullable Coroutine current() {
        return coroutines.current();
    }

    public Choices choices() {
        return choices;
    }

    public boolean isAlive() {
        return !killed;
    }

    /** Returns whether it lives, and is not paused. */
    public boolean isAwake() {
        return !killed && pauses == 0;
    }

    /** Does something in this process: at once, or when it goes on. */
    public void run(Runnable work) {
        if (killed) {
            return;
        }
        if (pauses > 0) {
            held.add(work);
            return;
        }
        try {
            work.run();
        } catch (ProcessKilledError e) {
            // It had no time to do more.
        }
    }

    /** Does something that may wait. */
    public void runWaiting(Runnable work) {
        run(() -> coroutines.begin(() -> {
            try {
                work.run();
            } catch (ProcessKilledError e) {
                // It had no time to do more.
            }
        }));
    }

    /** Pauses the process for a while, at any place. */
    public void pause(long nanos) {
        if (!killed) {
            pauses++;
            loop.after(nanos, this::goOn);
        }
    }

    /** Pauses the process at the calling place in its own code, where that delays no other process. */
    public void pauseHere(long nanos) {
        if (!isAwake() || !coroutines.isAlone()) {
            return;
        }
        pauses++;
        Coroutines.Wait wait = coroutines.new Wait();
        loop.after(nanos, wait::wake);
        // Even if it is killed meanwhile: it has to be unwound. Nothing else of it goes on before: this may hold a
        // lock.
        wait.await();
        goOn();
        requireAlive();
    }

    private void goOn() {
        pauses--;
        if (pauses == 0 && !killed) {
            List<Runnable> due = List.copyOf(held);
            held.clear();
            due.forEach(work -> loop.after(0, () -> run(work)));
        }
    }

    /** Ends it at once. */
    public void kill() {
        if (!killed) {
            killed = true;
            held.clear();
            List.copyOf(waiting).forEach(waiter -> loop.after(0, () -> wake(waiter)));
        }
    }

    public void requireAlive() {
        if (killed) {
            throw new ProcessKilledError();
        }
    }

    /** Wakes the code that waits in a coroutine, as an interrupt does. */
    public void interrupt(Coroutines.@Nullable Coroutine coroutine) {
        for (Waiter waiter : List.copyOf(waiting)) {
            if (waiter.coroutine == coroutine) {
                waiter.interrupted = true;
                loop.after(0, () -> run(() -> wake(waiter)));
            }
        }
    }

    private void wake(Waiter waiter) {
        if (!waiter.woken) {
            waiter.woken = true;
            waiting.remove(waiter);
            waiter.wait.wake();
        }
    }

    @Override
    public long nanoTime() {
        requireAlive();
        return machine.stopwatchNanos();
    }

    @Override
    public long millis() {
        requireAlive();
        return machine.clockMillis();
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public <T> T await(CompletableFuture<T> answer) throws InterruptedException, ExecutionException {
        requireAlive();
        if (!answer.isDone()) {
            suspend(waiter -> wakeAfter(answer, waiter));
        }
        return answer.get();
    }

    @Override
    public <T> T await(CompletableFuture<T> answer, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        requireAlive();
        if (!answer.isDone()) {
            suspend(waiter -> {
                wakeAfter(answer, waiter);
                wakeIn(timeout, waiter);
            });
        }
        if (!answer.isDone()) {
            throw new TimeoutException();
        }
        return answer.get();
    }

    @Override
    public void pause(Duration pause) throws InterruptedException {
        suspend(waiter -> wakeIn(pause, waiter));
    }

    private void wakeAfter(CompletableFuture<?> answer, Waiter waiter) {
        var unused = answer.whenComplete((result, failure) -> loop.after(0, () -> run(() -> wake(waiter))));
    }

    private void wakeIn(Duration time, Waiter waiter) {
        loop.after(time, () -> run(() -> wake(waiter)));
    }

    private void suspend(Consumer<Waiter> registration) throws InterruptedException {
        requireAlive();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Waiter waiter = new Waiter(
                requireNonNull(coroutines.current(), "only what is started to wait may wait"), coroutines.new Wait());
        waiting.add(waiter);
        registration.accept(waiter);
        waiter.wait.await();
        requireAlive();
        if (waiter.interrupted) {
            throw new InterruptedException();
        }
    }
}
