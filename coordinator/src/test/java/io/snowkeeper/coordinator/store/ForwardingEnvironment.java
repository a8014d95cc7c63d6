package io.snowkeeper.coordinator.store;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/** The real environment, except for the parts that a test overrides. */
public abstract class ForwardingEnvironment implements Environment {

    @Override
    public long nanoTime() {
        return REAL.nanoTime();
    }

    @Override
    public long millis() {
        return REAL.millis();
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
    public void pause(Duration pause) throws InterruptedException {
        REAL.pause(pause);
    }
}
