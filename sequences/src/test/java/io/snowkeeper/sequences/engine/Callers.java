package io.snowkeeper.sequences.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Callers that ask at the same time, each for itself. */
final class Callers {

    private Callers() {}

    /** Runs callers, each on a thread of its own, by its number, and returns their results. */
    static <T> List<T> run(int count, IntFunction<T> caller) throws InterruptedException {
        ExecutorService threads = Executors.newFixedThreadPool(count);
        try {
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = i;
                futures.add(threads.submit(() -> caller.apply(number)));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(2, TimeUnit.MINUTES));
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError("a caller failed", e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("a caller hangs", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
