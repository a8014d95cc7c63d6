package io.snowkeeper.core.internal;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A thread with an id that a test chooses: those of 1 and 2 have runs of their own, those of one number share them. */
public final class NumberedThread extends Thread {

    private final long number;

    private NumberedThread(long number, Runnable task) {
        super(task);
        this.number = number;
    }

    /** Runs a task in a thread of that number; rethrows its unchecked exceptions. */
    public static <T> T call(long number, Callable<T> task) throws InterruptedException {
        FutureTask<T> future = new FutureTask<>(task);
        new NumberedThread(number, future).start();
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException unchecked) {
                throw unchecked;
            }
            throw new CompletionException(e.getCause());
        }
    }

    @Override
    public long getId() {
        return number;
    }
}
