package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.access.Failures;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Retries of operations that failed because ZooKeeper was away or another writer was first, until the time is up.
 * Thread-safe.
 */
public final class Retries {

    private static final int PAUSE_MILLIS = 50;

    private final ScheduledExecutorService timer;
    private final LongSupplier nanoTime;
    private final Duration timeout;
    private final Map<Long, CompletableFuture<?>> open = new ConcurrentHashMap<>();
    private final AtomicLong made = new AtomicLong();
    private volatile boolean closed;

    public Retries(ScheduledExecutorService timer, LongSupplier nanoTime, Duration timeout) {
        this.timer = timer;
        this.nanoTime = nanoTime;
        this.timeout = timeout;
    }

    /**
     * Makes attempts until one succeeds.
     *
     * @param what the operation's name, to begin the failure's text
     */
    public <T> CompletableFuture<T> make(String what, Supplier<CompletableFuture<T>> attempt) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        long started = nanoTime.getAsLong();
        long number = made.incrementAndGet();
        open.put(number, answer);
        var unusedToo = answer.whenComplete((result, failure) -> open.remove(number));
        if (closed) {
            answer.completeExceptionally(stopped());
        }
        tryOnce(answer, attempt);
        try {
            var unused = timer.schedule(
                    () -> answer.completeExceptionally(new SequenceUnavailableException(
                            UnavailableReason.ZOOKEEPER_AWAY,
                            "%s, ZooKeeper cannot be reached or is slow: waited %s ms; ask again later"
                                    .formatted(what, (nanoTime.getAsLong() - started) / 1_000_000))),
                    timeout.toMillis(),
                    TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(stopped());
        }
        return answer;
    }

    /** Fails all that is tried, and all that is to be tried. */
    public void close() {
        closed = true;
        open.values().forEach(answer -> answer.completeExceptionally(stopped()));
    }

    private <T> void tryOnce(CompletableFuture<T> answer, Supplier<CompletableFuture<T>> attempt) {
        if (answer.isDone()) {
            return;
        }
        var unused = attempt.get().whenComplete((result, failure) -> {
            if (failure == null) {
                answer.complete(result);
            } else {
                failed(answer, attempt, Failures.unwrap(failure));
            }
        });
    }

    private <T> void failed(CompletableFuture<T> answer, Supplier<CompletableFuture<T>> attempt, Throwable cause) {
        if (cause instanceof WriteRefusedException refusal && !refusal.reason().isCondition()) {
            answer.completeExceptionally(Failures.denial(refusal));
        } else if (cause instanceof NoAnswerException || cause instanceof WriteRefusedException) {
            tryAgain(answer, attempt);
        } else {
            answer.completeExceptionally(known(cause));
        }
    }

    private <T> void tryAgain(CompletableFuture<T> answer, Supplier<CompletableFuture<T>> attempt) {
        try {
            var unused = timer.schedule(() -> tryOnce(answer, attempt), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            answer.completeExceptionally(stopped());
        }
    }

    private static Throwable known(Throwable cause) {
        return cause instanceof SequenceException
                ? cause
                : new SequenceUnavailableException("a record of it cannot be used: " + cause.getMessage());
    }

    private static SequenceUnavailableException stopped() {
        return new SequenceUnavailableException(
                UnavailableReason.DRAINING, "sequences are no longer served, the node has stopped");
    }
}
