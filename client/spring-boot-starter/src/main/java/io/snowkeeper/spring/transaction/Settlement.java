package io.snowkeeper.spring.transaction;

import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.TooManyCallsException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.spring.NumberSequences;
import io.snowkeeper.spring.transaction.SettlementCounts.Outcome;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The settlement of numbers whose transactions have ended. A confirmation that cannot be had now is asked for again in
 * the background, less and less often, until it is done, refused, or was tried for too long. Never throws the
 * sequences' exceptions: the transaction has ended, and its caller could not undo it. Thread-safe.
 */
final class Settlement implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Settlement.class);
    private static final Duration LONGEST_REST = Duration.ofSeconds(30);
    private static final Duration END = Duration.ofSeconds(30);

    private final NumberSequences sequences;
    private final ScheduledThreadPoolExecutor later;
    private final LongSupplier nanoTime;
    private final Duration firstRest;
    private final Duration retryFor;
    private final SettlementCounts counts = new SettlementCounts();

    // Guarded by itself.
    private final Set<Confirmation> waiting = new LinkedHashSet<>();

    /** A confirmation that is yet to be had. */
    private final class Confirmation {

        private final ReservedNumber number;
        private final Runnable settled;
        private final long since = nanoTime.getAsLong();
        private Duration rest = firstRest;

        Confirmation(ReservedNumber number, Runnable settled) {
            this.number = number;
            this.settled = settled;
        }

        boolean isOverdue() {
            return nanoTime.getAsLong() - since >= retryFor.toNanos();
        }

        Duration nextRest() {
            Duration now = rest;
            rest = rest.multipliedBy(2).compareTo(LONGEST_REST) < 0 ? rest.multipliedBy(2) : LONGEST_REST;
            return now;
        }
    }

    /**
     * @param later one thread that is ours: it is shut down at the end
     * @param nanoTime the stopwatch, as {@link System#nanoTime}
     * @param firstRest how long to wait before a confirmation is asked for again; twice as long each time, up to 30 s
     * @param retryFor how long to ask again
     */
    Settlement(
            NumberSequences sequences,
            ScheduledThreadPoolExecutor later,
            LongSupplier nanoTime,
            Duration firstRest,
            Duration retryFor) {
        this.sequences = sequences;
        this.later = later;
        this.nanoTime = nanoTime;
        this.firstRest = firstRest;
        this.retryFor = retryFor;
    }

    SettlementCounts counts() {
        return counts;
    }

    /**
     * Confirms a number, now or later.
     *
     * @param settled called when nothing more will be done about it
     */
    void confirm(ReservedNumber number, Runnable settled) {
        Confirmation confirmation = new Confirmation(number, settled);
        if (!attempt(confirmation, false)) {
            askAgain(confirmation);
        }
    }

    /**
     * Gives a number back after a rollback. If that cannot be done, it stays pending until its time is up, or longer if
     * its sequence holds numbers. So does one with a key: another run of the same document may have it too, and have
     * committed it.
     */
    void cancel(ReservedNumber number) {
        if (number.key() != null) {
            counts.add(Outcome.LEFT_PENDING);
            LOG.info("rolled back, and not given back: its key gets it again: {}, key {}", number, number.key());
            return;
        }
        try {
            sequences.sequence(number.sequence()).cancel(number.reservation());
            counts.add(Outcome.CANCELLED);
        } catch (RuntimeException e) {
            counts.add(Outcome.LEFT_PENDING);
            LOG.warn(
                    "not given back after a rollback, and pending until its time is up, or until you settle it if the sequence holds numbers: {}: {}",
                    number,
                    e.toString());
        }
    }

    /** Does nothing about a number of which it is not known whether it was committed. */
    void leave(ReservedNumber number) {
        counts.add(Outcome.UNKNOWN);
        LOG.warn(
                "neither confirmed nor given back, because the commit of its transaction failed and may have been done: ask with its key again, or settle it by your books, before its time is up if the sequence returns numbers: {}",
                number);
    }

    /** Returns whether nothing more is to be done. */
    private boolean attempt(Confirmation confirmation, boolean last) {
        ReservedNumber number = confirmation.number;
        try {
            sequences.sequence(number.sequence()).confirm(number.reservation());
            counts.add(Outcome.CONFIRMED);
        } catch (RuntimeException e) {
            if (isSettledOtherwise(e)) {
                counts.add(Outcome.LOST);
                LOG.error(
                        "COMMITTED, AND NO LONGER ITS OWNER'S: another caller may get the number; change it where it was written: {}: {}",
                        number,
                        e.toString());
            } else if (!last && mayBeHadLater(e) && !confirmation.isOverdue()) {
                LOG.warn("committed, and not confirmed yet; retried soon: {}: {}", number, e.toString());
                return false;
            } else {
                giveUp(confirmation, e.toString());
                return true;
            }
        }
        confirmation.settled.run();
        return true;
    }

    /** Who may not confirm is refused by the same code. */
    private static boolean isSettledOtherwise(RuntimeException failure) {
        return isRefused(failure, ErrorCode.KEY_DOES_NOT_EXIST)
                || (isRefused(failure, ErrorCode.PRECONDITION_FAILED)
                        && String.valueOf(failure.getMessage()).contains("reservation cannot be confirmed"));
    }

    private static boolean isRefused(RuntimeException failure, ErrorCode... codes) {
        return failure instanceof RefusedException refusal
                && Stream.of(codes).anyMatch(code -> code.number() == refusal.code());
    }

    private void giveUp(Confirmation confirmation, String cause) {
        counts.add(Outcome.UNCONFIRMED);
        LOG.error(
                "committed, and not confirmed: confirm it, if the sequence returns numbers before its time is up, or another caller gets it: {}: {}",
                confirmation.number,
                cause);
        confirmation.settled.run();
    }

    private static boolean mayBeHadLater(RuntimeException failure) {
        return failure instanceof UnavailableException
                || failure instanceof TooManyCallsException
                || failure instanceof CallInterruptedException
                // By one node: it has a defect, or no sequences.
                || isRefused(failure, ErrorCode.CRASH, ErrorCode.NOT_SUPPORTED);
    }

    private void askAgain(Confirmation confirmation) {
        synchronized (waiting) {
            waiting.add(confirmation);
        }
        counts.waits();
        try {
            var unused = later.schedule(
                    () -> retry(confirmation, false), confirmation.nextRest().toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            // It is being closed.
            retry(confirmation, true);
        }
    }

    private void retry(Confirmation confirmation, boolean last) {
        if (takeOut(confirmation) && !attempt(confirmation, last)) {
            askAgain(confirmation);
        }
    }

    private boolean takeOut(Confirmation confirmation) {
        synchronized (waiting) {
            if (!waiting.remove(confirmation)) {
                return false;
            }
        }
        counts.waitsNoMore();
        return true;
    }

    /**
     * Tries the rest once more, and logs the numbers that could not be settled. If the first one fails, the others are
     * not tried: each would take as long.
     */
    @Override
    public void close() {
        later.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        later.shutdown();
        try {
            // One that is under way ends by the deadline of a call.
            var unused = later.awaitTermination(END.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        List<Confirmation> left;
        synchronized (waiting) {
            left = List.copyOf(waiting);
        }
        long unconfirmed = counts.count(Outcome.UNCONFIRMED);
        for (Confirmation confirmation : left) {
            if (counts.count(Outcome.UNCONFIRMED) == unconfirmed) {
                retry(confirmation, true);
            } else if (takeOut(confirmation)) {
                giveUp(confirmation, "the application ends");
            }
        }
    }
}
