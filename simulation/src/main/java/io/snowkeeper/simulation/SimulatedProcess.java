package io.snowkeeper.simulation;

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
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A process of a node: it runs, is paused, or was killed. What it waits for, and how its time passes, is up to its world. */
final class SimulatedProcess implements Environment {

    private final EventLoop loop;
    private final Coroutine.Carriers carriers;
    private final Machine machine;
    private final Choices choices;
    private final Random random;
    private final Set<Waiter> waiting = new LinkedHashSet<>();
    private final List<Runnable> held = new ArrayList<>();
    private int pauses;
    private boolean killed;

    SimulatedProcess(EventLoop loop, Coroutine.Carriers carriers, Machine machine, Choices choices) {
        this.loop = loop;
        this.carriers = carriers;
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

        private final Coroutine coroutine;
        private boolean woken;
        private boolean interrupted;

        Waiter(Coroutine coroutine) {
            this.coroutine = coroutine;
        }
    }

    EventLoop loop() {
        return loop;
    }

    Choices choices() {
        return choices;
    }

    boolean isAlive() {
        return !killed;
    }

    /** Returns whether it lives, and is not paused. */
    boolean isAwake() {
        return !killed && pauses == 0;
    }

    /** Does something in this process: at once, or when it goes on. */
    void run(Runnable work) {
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
    void runWaiting(Runnable work) {
        run(new Coroutine(carriers, () -> {
            try {
                work.run();
            } catch (ProcessKilledError e) {
                // It had no time to do more.
            }
        })::resume);
    }

    /** Has the process stand still for a while, whatever it is doing. */
    void pause(long nanos) {
        if (isAwake()) {
            pauses++;
            loop.after(nanos, this::goOn);
        }
    }

    /** Has the process stand still for a while at the place in its own code that calls this. */
    void pauseHere(long nanos) {
        if (!isAwake()) {
            return;
        }
        pauses++;
        Coroutine current = Coroutine.current();
        if (current == null) {
            loop.runUntil(loop.nowNanos() + nanos);
            goOn();
        } else {
            loop.after(nanos, () -> {
                goOn();
                // Even if it was killed meanwhile: it has to be unwound.
                current.resume();
            });
            current.suspend();
        }
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
    void kill() {
        if (!killed) {
            killed = true;
            held.clear();
            List.copyOf(waiting).forEach(waiter -> loop.after(0, () -> wake(waiter)));
        }
    }

    void requireAlive() {
        if (killed) {
            throw new ProcessKilledError();
        }
    }

    /** Wakes what waits in a coroutine, as an interrupt does. */
    void interrupt(@Nullable Coroutine coroutine) {
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
            waiter.coroutine.resume();
        }
    }

    @Override
    public long nanoTime() {
        requireAlive();
        return machine.stopwatchNanos();
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public <T> T await(CompletableFuture<T> answer) throws InterruptedException, ExecutionException {
        try {
            return await(answer, Duration.ofDays(365));
        } catch (TimeoutException e) {
            throw new IllegalStateException("waited for a year", e);
        }
    }

    @Override
    public <T> T await(CompletableFuture<T> answer, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        requireAlive();
        if (!answer.isDone()) {
            suspend(timeout, waiter -> {
                var unused = answer.whenComplete((result, failure) -> loop.after(0, () -> run(() -> wake(waiter))));
            });
        }
        if (!answer.isDone()) {
            throw new TimeoutException();
        }
        return answer.get();
    }

    @Override
    public void pause(Duration pause) throws InterruptedException {
        suspend(pause, waiter -> {});
    }

    private interface Registration {
        void of(Waiter waiter);
    }

    private void suspend(Duration atMost, Registration registration) throws InterruptedException {
        requireAlive();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Waiter waiter = new Waiter(requireNonNull(Coroutine.current(), "only what is started to wait may wait"));
        waiting.add(waiter);
        registration.of(waiter);
        loop.after(atMost.toNanos(), () -> run(() -> wake(waiter)));
        waiter.coroutine.suspend();
        requireAlive();
        if (waiter.interrupted) {
            throw new InterruptedException();
        }
    }
}
