package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.Environment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** Time that passes when a test says so. */
public class ManualTime implements Environment {

    /** The time of day that the machines' clocks show. */
    public LongSupplier clock = REAL::millis;

    /** By how much it passes with each look at it. */
    public long tickNanos;

    private long nanos = 1;

    public void pass(Duration time) {
        nanos += time.toNanos();
    }

    @Override
    public long nanoTime() {
        nanos += tickNanos;
        return nanos;
    }

    @Override
    public long millis() {
        return clock.getAsLong();
    }

    @Override
    public RandomGenerator random() {
        return REAL.random();
    }

    @Override
    public <T> T await(CompletableFuture<T> answer) throws InterruptedException, ExecutionException {
        return REAL.await(answer);
    }

    @Override
    public <T> T await(CompletableFuture<T> answer, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException {
        return REAL.await(answer, timeout);
    }

    @Override
    public void pause(Duration pause) {
        throw new UnsupportedOperationException();
    }
}
