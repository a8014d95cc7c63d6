package io.snowkeeper.core;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Issues snowflake ids for one worker id: in each tick the sequence starts at 0 and counts up; when it is used up, the
 * caller waits for the next tick. Ids of one generator strictly increase, over all its threads.
 *
 * <p>Thread-safe and lock-free: timestamp and sequence are one atomic value, so that no two callers can start from the
 * same state.
 *
 * <p>The clock is never trusted: no timestamp below the last one is issued, nor one outside the {@link Reservation}. The
 * check and the id use one value, so that a thread that is paused between them still carries an id within it.
 */
public final class SnowflakeGenerator implements IdGenerator {

    private static final long CLOSED = Long.MIN_VALUE;

    /** How much longer than a tick a caller waits for a clock that does not move. */
    private static final Duration STALL_TOLERANCE = Duration.ofSeconds(1);

    private final Layout layout;
    private final long workerId;
    private final MillisClock clock;
    private final LongSupplier nanoTime;
    private final Reservation reservation;
    private final long maxRollbackWaitNanos;
    private final long maxRollbackWaitMillis;
    private final long maxStallNanos;

    // Copies of what the layout would have to work out for every id.
    private final int sequenceBits;
    private final long maxSequence;
    private final long maxTimestamp;

    /** The last timestamp and sequence issued, {@code timestamp << sequenceBits | sequence}, or CLOSED. */
    private final AtomicLong state;

    private final AtomicLong highestSequence = new AtomicLong();
    private volatile long stateAtClose;

    /**
     * Makes a generator on the wall clock, for a worker id that is fixed by configuration. The caller sees to it that
     * no other generator has the same worker id, and that after a restart the clock reads more than before it.
     *
     * @throws IllegalArgumentException if the worker id does not fit into the layout
     */
    public SnowflakeGenerator(Layout layout, long workerId) {
        this(builder(layout, workerId));
    }

    private SnowflakeGenerator(Builder builder) {
        layout = builder.layout;
        workerId = builder.workerId;
        clock = builder.clock;
        nanoTime = builder.nanoTime;
        reservation = builder.reservation;
        maxRollbackWaitNanos = builder.maxRollbackWait.toNanos();
        maxRollbackWaitMillis = builder.maxRollbackWait.toMillis();
        maxStallNanos = STALL_TOLERANCE
                .plusMillis(layout.tick().millis())
                .plus(builder.maxRollbackWait)
                .toNanos();
        sequenceBits = layout.sequenceBits();
        maxSequence = layout.maxSequence();
        maxTimestamp = layout.maxTimestamp();
        state = new AtomicLong(usedUp(Math.max(builder.floorMillis, reservation.floorMillis())));
    }

    /** Returns a builder with the wall clock, no reservation to keep to, and no wait for a clock that went back. */
    public static Builder builder(Layout layout, long workerId) {
        return new Builder(layout, workerId);
    }

    /**
     * Issues one id. When the sequence of the current tick is used up, spins until the next tick; when the clock went
     * back by no more than the rollback wait, spins until it has caught up.
     *
     * @throws ClockMovedBackwardsException if the clock went back further than that
     * @throws ClockStalledException if the clock stands still for a second longer than a tick
     * @throws ReservationExhaustedException if the time is above the reservation's limit
     * @throws LayoutExhaustedException if the time does not fit into the layout any more
     * @throws GeneratorClosedException after {@link #close}
     */
    @Override
    public long next() {
        return idAt(claim(1));
    }

    /**
     * Issues increasing ids into a part of an array, one atomic step per tick that is touched. Ids that other threads
     * take meanwhile may lie between them. Waits as {@link #next()} does.
     *
     * <p>All or nothing: if an exception is thrown, what the part holds must not be used; what was drawn for it is never
     * issued again.
     *
     * @param from the index of the first id
     * @param count how many ids, at least 0
     * @throws IndexOutOfBoundsException if the array has no such part
     * @throws IdUnavailableException as {@link #next()} does
     */
    public void next(long[] ids, int from, int count) {
        Objects.checkFromIndexSize(from, count, ids.length);
        int index = from;
        int end = from + count;
        while (index < end) {
            long first = claim(end - index);
            long id = idAt(first);
            int runEnd = index + (int) runLength(first, end - index);
            while (index < runEnd) {
                ids[index++] = id++;
            }
        }
    }

    /** Returns the layout of the ids. */
    public Layout layout() {
        return layout;
    }

    /** Returns the worker id that every id carries. */
    public long workerId() {
        return workerId;
    }

    /** Returns the highest sequence that was reached within a tick so far, 0 if no id was issued. */
    public long highestSequence() {
        return highestSequence.get();
    }

    /**
     * Returns the first Unix millisecond of the last tick issued; if nothing was issued, one that lies at or below the
     * floor.
     */
    public long lastMillis() {
        long current = state.get();
        return layout.millisOf((current == CLOSED ? stateAtClose : current) >> sequenceBits);
    }

    /**
     * Ends the generator for good. When this returns, no thread can take another id from it, so that what is returned
     * can be left to a successor as its floor. Closing again changes nothing.
     *
     * @return the same as {@link #lastMillis}
     */
    public synchronized long close() {
        if (state.get() != CLOSED) {
            closeOnce();
        }
        return lastMillis();
    }

    private void closeOnce() {
        long last = state.get();
        stateAtClose = last;
        while (!state.compareAndSet(last, CLOSED)) {
            last = state.get();
            stateAtClose = last;
        }
    }

    /**
     * Takes up to {@code wanted} sequences of one tick, at least one.
     *
     * @return the state of the first one; how many they are, {@link #runLength} tells
     */
    private long claim(long wanted) {
        while (true) {
            // The state before the clock: read the other way round, an id issued in between would look like a rollback.
            long last = state.get();
            if (last == CLOSED) {
                throw new GeneratorClosedException(workerId);
            }
            long nowMillis = clock.millis();
            long timestamp = layout.timestampAt(nowMillis);
            if (!canFollow(timestamp, last)) {
                waitFor(last);
                continue;
            }
            requireIssuable(timestamp, nowMillis);
            long first = timestamp > last >> sequenceBits ? timestamp << sequenceBits : last + 1;
            long newLast = first + runLength(first, wanted) - 1;
            if (state.compareAndSet(last, newLast)) {
                recordSequence(newLast & maxSequence);
                return first;
            }
        }
    }

    private boolean canFollow(long timestamp, long last) {
        long lastTimestamp = last >> sequenceBits;
        return timestamp > lastTimestamp || (timestamp == lastTimestamp && (last & maxSequence) != maxSequence);
    }

    private void requireIssuable(long timestamp, long nowMillis) {
        if (timestamp > maxTimestamp) {
            throw new LayoutExhaustedException(layout);
        }
        long limitMillis = reservation.limitMillis();
        if (layout.millisOf(timestamp) > limitMillis) {
            throw new ReservationExhaustedException(limitMillis, nowMillis);
        }
    }

    private long runLength(long first, long wanted) {
        return Math.min(wanted, maxSequence - (first & maxSequence) + 1);
    }

    /** Waits until an id may follow the given state, or another thread has moved it. */
    private void waitFor(long last) {
        long started = nanoTime.getAsLong();
        while (state.get() == last) {
            // The wait is measured before the clock is read: a thread that was paused looks at the clock once more.
            long waitedNanos = nanoTime.getAsLong() - started;
            long nowMillis = clock.millis();
            long timestamp = layout.timestampAt(nowMillis);
            if (canFollow(timestamp, last)) {
                return;
            }
            if (timestamp < last >> sequenceBits) {
                requireSmallRollback(last, nowMillis, waitedNanos);
            }
            if (waitedNanos >= maxStallNanos) {
                throw new ClockStalledException(nowMillis, waitedNanos);
            }
            Thread.onSpinWait();
        }
    }

    private void requireSmallRollback(long last, long nowMillis, long waitedNanos) {
        long lastMillis = layout.millisOf(last >> sequenceBits);
        if (lastMillis - nowMillis > maxRollbackWaitMillis || waitedNanos >= maxRollbackWaitNanos) {
            throw new ClockMovedBackwardsException(lastMillis, nowMillis);
        }
    }

    private void recordSequence(long sequence) {
        long highest = highestSequence.get();
        while (sequence > highest && !highestSequence.compareAndSet(highest, sequence)) {
            highest = highestSequence.get();
        }
    }

    private long idAt(long issued) {
        return layout.composeUnchecked(issued >> sequenceBits, workerId, issued & maxSequence);
    }

    private long usedUp(long floorMillis) {
        long floor = Math.max(floorMillis, layout.epochMillis() - 1);
        return Math.min(layout.timestampAt(floor), maxTimestamp) << sequenceBits | maxSequence;
    }

    /** Collects what a generator is made of. Not thread-safe. */
    public static final class Builder {

        private final Layout layout;
        private final long workerId;
        private MillisClock clock = MillisClock.wall();
        private LongSupplier nanoTime = System::nanoTime;
        private Reservation reservation = Reservation.unlimited();
        private long floorMillis = Long.MIN_VALUE;
        private Duration maxRollbackWait = Duration.ZERO;

        private Builder(Layout layout, long workerId) {
            if (workerId < 0 || workerId > layout.maxWorkerId()) {
                throw new IllegalArgumentException(
                        "must be >= 0 && <= %d: workerId=%d".formatted(layout.maxWorkerId(), workerId));
            }
            this.layout = layout;
            this.workerId = workerId;
        }

        /** Sets where the time is read, by default {@link MillisClock#wall}. */
        public Builder clock(MillisClock clock) {
            this.clock = requireNonNull(clock);
            return this;
        }

        /** Sets what waits are measured with, by default {@link System#nanoTime}. */
        Builder nanoTime(LongSupplier nanoTime) {
            this.nanoTime = requireNonNull(nanoTime);
            return this;
        }

        /** Sets what may be issued, by default all time. */
        public Builder reservation(Reservation reservation) {
            this.reservation = requireNonNull(reservation);
            return this;
        }

        /**
         * Sets a further floor beside the reservation's: no timestamp at or below it is issued. A generator that takes
         * the place of another in the same process starts at the other's {@link SnowflakeGenerator#close last
         * millisecond}, so that ids go on increasing.
         */
        public Builder floorMillis(long floorMillis) {
            this.floorMillis = floorMillis;
            return this;
        }

        /**
         * Sets how far the clock may be behind the last timestamp for a caller to wait until it has caught up, in whole
         * milliseconds; by default 0, which refuses at once.
         *
         * @throws IllegalArgumentException if it is negative or longer than a minute
         */
        public Builder maxRollbackWait(Duration maxRollbackWait) {
            if (maxRollbackWait.isNegative() || maxRollbackWait.compareTo(Duration.ofMinutes(1)) > 0) {
                throw new IllegalArgumentException("must be >= PT0S && <= PT1M: maxRollbackWait=" + maxRollbackWait);
            }
            this.maxRollbackWait = maxRollbackWait;
            return this;
        }

        /** Makes the generator. */
        public SnowflakeGenerator build() {
            return new SnowflakeGenerator(this);
        }
    }
}
