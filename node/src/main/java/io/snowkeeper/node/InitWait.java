package io.snowkeeper.node;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The time that an init waits for a worker id, counted from the start of the process, since the client counts from
 * there, too. A ZooKeeper that is there gets as much time again.
 */
public final class InitWait {

    private static final Duration MAX = Duration.ofMinutes(1);

    private final Duration longest;
    private final Supplier<Duration> sinceStart;

    /**
     * @param longest how long while ZooKeeper cannot be reached; 0 to 1 min
     * @param sinceStart how long the process has run
     * @throws IllegalArgumentException if the time is out of its range
     */
    public InitWait(Duration longest, Supplier<Duration> sinceStart) {
        if (longest.isNegative() || longest.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("must be >= PT0S && <= PT1M: initWait=" + longest);
        }
        this.longest = longest;
        this.sinceStart = requireNonNull(sinceStart);
    }

    /**
     * Returns whether something has come to its end before the wait did.
     *
     * @param end never fails
     * @param connected whether ZooKeeper can be reached; asked once, when the time without it is over
     */
    boolean await(CompletableFuture<?> end, BooleanSupplier connected) throws InterruptedException {
        return endsWithin(longest, end) || (connected.getAsBoolean() && endsWithin(longest.multipliedBy(2), end));
    }

    private boolean endsWithin(Duration sinceTheStart, CompletableFuture<?> end) throws InterruptedException {
        try {
            end.get(Math.max(0, sinceTheStart.minus(sinceStart.get()).toMillis()), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new AssertionError("it never fails", e);
        }
    }
}
