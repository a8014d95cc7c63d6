package io.snowkeeper.core;

import io.snowkeeper.core.internal.PaddedAtomicLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * A wait for a clock to reach a time. Holds no lock: it ends when the time has come, when another thread has moved the
 * state on, when a bound is reached, or when the thread is interrupted.
 *
 * <p>To park, it must know the position within a millisecond, which a clock of milliseconds does not show. A thread
 * that spins over the start of a millisecond notes it on the stopwatch; that phase holds until the clock is stepped,
 * and each wait measures it anew.
 *
 * @param maxRollbackNanos how long to wait for a clock that is behind the last timestamp; also how far it may be behind
 * @param maxStallNanos how long to wait in all
 */
record TickWait(
        MillisClock clock,
        LongSupplier stopwatch,
        LongConsumer parkNanos,
        WaitStrategy strategy,
        long maxRollbackNanos,
        long maxStallNanos,
        Phase phase) {

    /** Longer than a sleep usually oversleeps, so a parked thread is awake when the millisecond starts. */
    static final long SPIN_NANOS = 120_000;

    /** The shortest sleep that is worth its cost. */
    static final long SHORTEST_PARK_NANOS = 50_000;

    /** The longest sleep, after which the clock is looked at again: it may have been set forward. */
    static final long LONGEST_PARK_NANOS = 10_000_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The phase of the clock's milliseconds: where they start, and whether a thread is on its way to find out. */
    static final class Phase {
        private final AtomicBoolean watched = new AtomicBoolean();
        private volatile boolean known;
        private volatile long startNanos;

        // Called by the watching thread alone.
        private void startedAt(long nanos) {
            startNanos = nanos;
            known = true;
        }

        private void forget() {
            known = false;
        }

        private boolean startsWithin(long afterNanos, long untilNanos) {
            return Math.floorMod(untilNanos - startNanos, NANOS_PER_MILLI) < untilNanos - afterNanos;
        }
    }

    /**
     * Returns when the clock reads the target or the state is no longer the given one.
     *
     * @param lastMillis the last timestamp issued; below it the clock went back
     * @param targetMillis where the next id can be issued
     * @throws ClockMovedBackwardsException if the clock is too far back, or for too long
     * @throws ClockStalledException if the whole wait is too long
     * @throws WaitInterruptedException if the thread is interrupted
     */
    void await(PaddedAtomicLong state, long last, long lastMillis, long targetMillis) {
        if (strategy == WaitStrategy.PARK && phase.watched.compareAndSet(false, true)) {
            try {
                await(state, last, lastMillis, targetMillis, true);
            } finally {
                phase.watched.set(false);
            }
        } else {
            await(state, last, lastMillis, targetMillis, false);
        }
    }

    private void await(PaddedAtomicLong state, long last, long lastMillis, long targetMillis, boolean watching) {
        long started = stopwatch.getAsLong();
        long lookedBefore = started;
        boolean spun = false;
        while (state.get() == last) {
            // The wait is measured before the clock is read: a thread that was paused looks at the clock once more.
            long looked = stopwatch.getAsLong();
            long nowMillis = clock.millis();
            if (nowMillis >= targetMillis) {
                if (watching) {
                    learn(lookedBefore, looked, spun);
                }
                return;
            }
            long left = requireTimeLeft(lastMillis, nowMillis, looked - started);
            long sleep = Math.min(left, sleepNanos(looked, targetMillis - nowMillis, watching));
            lookedBefore = looked;
            spun = sleep <= 0;
            if (spun) {
                Thread.onSpinWait();
            } else {
                parkNanos.accept(sleep);
            }
        }
    }

    /** Throws if the clock is behind the last timestamp by more than may be waited for. */
    void requireSmallRollback(long lastMillis, long nowMillis) {
        if (lastMillis - nowMillis > maxRollbackNanos / NANOS_PER_MILLI) {
            throw new ClockMovedBackwardsException(lastMillis, nowMillis);
        }
    }

    private long requireTimeLeft(long lastMillis, long nowMillis, long waitedNanos) {
        if (Thread.currentThread().isInterrupted()) {
            throw new WaitInterruptedException(waitedNanos);
        }
        if (nowMillis < lastMillis) {
            requireSmallRollback(lastMillis, nowMillis);
            if (waitedNanos >= maxRollbackNanos) {
                throw new ClockMovedBackwardsException(lastMillis, nowMillis);
            }
            return maxRollbackNanos - waitedNanos;
        }
        if (waitedNanos >= maxStallNanos) {
            throw new ClockStalledException(nowMillis, waitedNanos);
        }
        return maxStallNanos - waitedNanos;
    }

    /** Returns how long to park, 0 or less to spin. */
    private long sleepNanos(long looked, long millisLeft, boolean watching) {
        if (strategy == WaitStrategy.SPIN) {
            return 0;
        }
        long nanosLeft = millisLeft * NANOS_PER_MILLI - sinceMillisecondStarted(looked);
        long sleep = watching ? nanosLeft - SPIN_NANOS : Math.max(nanosLeft, SHORTEST_PARK_NANOS);
        return Math.min(sleep, LONGEST_PARK_NANOS);
    }

    /** Returns how far into its millisecond the clock is; the most that it can be as long as that is not known. */
    private long sinceMillisecondStarted(long looked) {
        return phase.known ? Math.floorMod(looked - phase.startNanos, NANOS_PER_MILLI) : NANOS_PER_MILLI;
    }

    private void learn(long lookedBefore, long looked, boolean spun) {
        if (spun) {
            phase.startedAt(looked);
        } else if (!phase.startsWithin(lookedBefore, looked)) {
            // The millisecond started at an unexpected moment: the clock was stepped. Spin the next time, and see.
            phase.forget();
        }
    }
}
