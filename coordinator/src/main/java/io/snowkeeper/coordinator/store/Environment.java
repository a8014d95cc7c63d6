package io.snowkeeper.coordinator.store;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.random.RandomGenerator;

/**
 * The outside world of a process besides its executors and its store: the time of day, a stopwatch, randomness, and a
 * way for threads to wait that may be held up. Where time is simulated, all of these are. Thread-safe.
 */
public interface Environment {

    /** The machine's stopwatch and randomness, and the waiting of its threads. */
    Environment REAL = new Environment() {

        private final RandomGenerator random = new SecureRandom();

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public long millis() {
            return System.currentTimeMillis();
        }

        @Override
        public RandomGenerator random() {
            return random;
        }

        @Override
        public <T> T await(CompletableFuture<T> answer) throws InterruptedException, ExecutionException {
            return answer.get();
        }

        @Override
        public <T> T await(CompletableFuture<T> answer, Duration timeout)
                throws InterruptedException, ExecutionException, TimeoutException {
            return answer.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        }

        @Override
        public void pause(Duration pause) throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        }
    };

    /** Reads a stopwatch, as {@link System#nanoTime}. */
    long nanoTime();

    /** Reads the machine's clock, in Unix milliseconds; it may be wrong. */
    long millis();

    /** Returns the source of unique names, and of pauses that differ from those of other processes. */
    RandomGenerator random();

    /** Waits as {@link CompletableFuture#get()} does. */
    <T> T await(CompletableFuture<T> answer) throws InterruptedException, ExecutionException;

    /** Waits as {@link CompletableFuture#get(long, TimeUnit)} does. */
    <T> T await(CompletableFuture<T> answer, Duration timeout)
            throws InterruptedException, ExecutionException, TimeoutException;

    /** Waits for time to pass. */
    void pause(Duration pause) throws InterruptedException;
}
