package io.snowkeeper.core;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.internal.PaddedAtomicLong;
import io.snowkeeper.core.internal.ThreadRuns;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A generator of snowflake ids for one worker id: in each tick the sequence starts at 0 (or at a {@link FirstSequence
 * random start}) and counts up; when it is used up, the caller waits for the next tick. Ids of one generator strictly
 * increase, over all its threads; with {@link Builder#perThreadRuns runs per thread}, those of each thread do.
 *
 * <p>Thread-safe and lock-free: timestamp and sequence are one atomic value, so that no two callers can start from the
 * same state. Every id carries a timestamp that was read while it was asked for; no time is borrowed from the future.
 *
 * <p>The clock is never trusted: no timestamp below the last one is issued, nor one outside the {@link Reservation}. The
 * check and the id use one value, so that a thread that is paused between them still carries an id within it.
 */
public final class SnowflakeGenerator implements IdGenerator {

    /** How much longer than a tick a caller waits for a clock that does not move. */
    private static final Duration STALL_TOLERANCE = Duration.ofSeconds(1);

    private static final long NONE = ThreadRuns.NONE;

    private final Layout layout;
    private final long workerId;
    private final MillisClock clock;
    private final Reservation reservation;
    private final FirstSequence firstSequence;
    private final TickWait tickWait;

    private final StateFormat format;
    private final long workerPart;

    private final PaddedAtomicLong state;

    /** The tick that threads may add to without a look at the state, so that an id moves one cache line, not two. */
    private final PaddedAtomicLong tick;

    /** The runs that threads have taken ahead of use; null if each id is taken when it is requested. */
    private final @Nullable ThreadRuns runs;

    private final PaddedAtomicLong highestOfPastTicks = new PaddedAtomicLong(0);

    /** The last state whose sequence is accounted for, with all before it: none issued, or {@link #takeHighestSequence}. */
    private volatile long accountedState;

    private volatile long highestTaken;
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
        reservation = builder.reservation;
        firstSequence = builder.firstSequence;
        tickWait = new TickWait(
                clock,
                builder.nanoTime,
                LockSupport::parkNanos,
                builder.waitStrategy,
                builder.maxRollbackWait.toNanos(),
                STALL_TOLERANCE
                        .plusMillis(layout.tick().millis())
                        .plus(builder.maxRollbackWait)
                        .toNanos(),
                new TickWait.Phase());
        format = new StateFormat(layout);
        workerPart = workerId << layout.sequenceBits();
        accountedState = format.usedUpTo(Math.max(builder.floorMillis, reservation.floorMillis()));
        state = new PaddedAtomicLong(accountedState);
        tick = new PaddedAtomicLong(format.tickOf(accountedState));
        runs = builder.runLength == 1
                ? null
                : new ThreadRuns(builder.runLength, layout.workerBits() + layout.sequenceBits());
    }

    /**
     * Returns a builder with the wall clock, no reservation to keep to, no wait for a clock that went back, spinning for
     * the next tick, and sequences that start at 0.
     *
     * @throws IllegalArgumentException if the worker id does not fit into the layout
     */
    public static Builder builder(Layout layout, long workerId) {
        return new Builder(layout, workerId);
    }

    /**
     * Issues one id. When the sequence of the current tick is used up, waits for the next tick; when the clock went back
     * by no more than the rollback wait, waits until it has caught up.
     *
     * @throws ClockMovedBackwardsException if the clock went back further than that
     * @throws ClockBeforeEpochException if the clock is before the layout's epoch
     * @throws ClockStalledException if the clock stands still for a second longer than a tick
     * @throws WaitInterruptedException if the thread is interrupted while it waits; it stays interrupted
     * @throws ReservationExhaustedException if the time is above the reservation's limit
     * @throws LayoutExhaustedException if the time does not fit into the layout any more
     * @throws GeneratorClosedException after {@link #close}
     */
    @Override
    public long next() {
        if (runs != null) {
            return take(1) | workerPart;
        }
        long nowMillis = clock.millis();
        if (tick.get() == format.openTickAt(nowMillis) && nowMillis <= reservation.limitMillis()) {
            long added = state.incrementAndGet();
            if (format.isIssued(added)) {
                return added | workerPart;
            }
        }
        return claim(1) | workerPart;
    }

    /**
     * Issues increasing ids into a part of an array, one atomic step per tick that is touched. Ids that other threads
     * take meanwhile may lie between them. Waits as {@link #next()} does.
     *
     * <p>All or nothing: if an exception is thrown, the contents of the part must not be used; ids drawn for it are
     * never issued again.
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
            long first = take(end - index);
            int length = format.runLength(first, end - index);
            fill(ids, index, length, first | workerPart);
            index += length;
        }
    }

    /**
     * Issues a run of ids of one tick, in one atomic step: as many as requested, or the rest of the tick. Waits as
     * {@link #next()} does, so that the run is never empty.
     *
     * @param maxCount at least 1
     * @throws IllegalArgumentException if it is less
     * @throws IdUnavailableException as {@link #next()} does
     */
    public IdRun nextRun(int maxCount) {
        requirePositive(maxCount);
        long first = take(maxCount);
        return new IdRun(first | workerPart, format.runLength(first, maxCount));
    }

    /**
     * As {@link #nextRun}, but never waits: the run is empty if the tick is used up, or the clock went back by no more
     * than the rollback wait. For event loops, which ask again when they have done something else.
     *
     * @param maxCount at least 1
     * @throws IllegalArgumentException if it is less
     * @throws IdUnavailableException as {@link #next()} does, other than for the end of a wait
     */
    public IdRun tryNextRun(int maxCount) {
        requirePositive(maxCount);
        long first = tryTake(maxCount);
        return first == NONE ? IdRun.EMPTY : new IdRun(first | workerPart, format.runLength(first, maxCount));
    }

    /**
     * As {@link #next}, but never waits. For event loops, as {@link #tryNextRun} is, for one id and without an object.
     *
     * @return the id; -1 if the tick is used up, or the clock went back by no more than the rollback wait
     * @throws IdUnavailableException as {@link #next()} does, other than for the end of a wait
     */
    public long tryNext() {
        long taken = tryTake(1);
        return taken == NONE ? NONE : taken | workerPart;
    }

    /**
     * Returns why {@link #tryNext} would throw now; empty if it would issue an id, or ask for a short wait. Issues nothing. That
     * the clock stands still is not known from one look.
     */
    public Optional<IdUnavailableException> refusal() {
        try {
            long last = openState();
            long nowMillis = clock.millis();
            long timestamp = layout.timestampAt(nowMillis);
            if (!format.canFollow(timestamp, last)) {
                requireSinceEpoch(nowMillis);
                tickWait.requireSmallRollback(format.lastMillis(last), nowMillis);
            }
            requireIssuable(timestamp, nowMillis);
            return Optional.empty();
        } catch (IdUnavailableException e) {
            return Optional.of(e);
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

    /**
     * Returns the highest sequence that was reached within a tick so far, 0 if no id was issued. A {@link
     * Builder#perThreadRuns thread's run} counts as a whole.
     */
    public long highestSequence() {
        // The state first: ids that leave it afterwards have been recorded before.
        long current = lastState();
        return Math.max(Math.max(highestOf(current), highestOfPastTicks.get()), highestTaken);
    }

    /**
     * Returns the highest sequence that was reached since this was called last, or since the generator was made; 0 if
     * no id was issued meanwhile. If a tick spans a call, its later ids count for the next call. A thread's run counts
     * as in {@link #highestSequence}.
     */
    public synchronized long takeHighestSequence() {
        // The state first, as above. Ids that other threads issue from here on belong to another state, and count for
        // the next call.
        long current = lastState();
        long highest = highestOf(current);
        long past = highestOfPastTicks.get();
        while (true) {
            highest = Math.max(highest, past);
            highestTaken = Math.max(highestTaken, highest);
            accountedState = current;
            if (highestOfPastTicks.compareAndSet(past, 0)) {
                return highest;
            }
            past = highestOfPastTicks.get();
        }
    }

    /**
     * Returns the first Unix millisecond of the last tick issued; if nothing was issued, one that lies at or below the
     * floor.
     */
    public long lastMillis() {
        return format.lastMillis(lastState());
    }

    /**
     * Ends the generator for good. After this returns, no thread can take another id from it, so a successor can use
     * the returned time as its floor. Closing again changes nothing.
     *
     * @return the same as {@link #lastMillis}
     */
    public synchronized long close() {
        if (!StateFormat.isClosed(state.get())) {
            closeOnce();
        }
        return lastMillis();
    }

    private void closeOnce() {
        long last;
        do {
            last = state.get();
            stateAtClose = last;
        } while (!state.compareAndSet(last, StateFormat.CLOSED));
        if (runs != null) {
            runs.end();
        }
    }

    private long lastState() {
        long current = state.get();
        return StateFormat.isClosed(current) ? stateAtClose : current;
    }

    private long openState() {
        long last = state.get();
        if (StateFormat.isClosed(last)) {
            throw new GeneratorClosedException("workerId=" + workerId);
        }
        return last;
    }

    /** Works as {@link #claim}, but takes from the thread's run if that holds enough. */
    private long take(int wanted) {
        long first = takeOfRun(wanted);
        return first == NONE ? keepRest(claim(wanted), wanted) : first;
    }

    /** As {@link #take}, but never waits. Returns {@link #NONE} where that would. */
    private long tryTake(int wanted) {
        long first = takeOfRun(wanted);
        return first == NONE ? keepRest(tryClaim(wanted), wanted) : first;
    }

    private long takeOfRun(int wanted) {
        if (runs == null) {
            return NONE;
        }
        long nowMillis = clock.millis();
        long timestamp = layout.timestampAt(nowMillis);
        long limitMillis = reservation.limitMillis();
        // In a tick of a second, the limit may be behind and the tick's start still within it.
        return nowMillis <= limitMillis || layout.millisOf(timestamp) <= limitMillis
                ? runs.take(timestamp, wanted)
                : NONE;
    }

    private long keepRest(long first, int wanted) {
        if (runs != null && first != NONE) {
            runs.keep(first + format.runLength(first, wanted) - 1);
        }
        return first;
    }

    /**
     * Takes up to {@code wanted} sequences of one tick, at least one; with runs per thread, all up to the end of a run.
     *
     * @return the state of the first one; {@link StateFormat#runLength} returns their count
     */
    private long claim(int wanted) {
        while (true) {
            // The state before the clock: read the other way round, an id issued in between would look like a rollback.
            long last = openState();
            long nowMillis = clock.millis();
            if (format.canFollow(layout.timestampAt(nowMillis), last)) {
                long first = step(last, nowMillis, wanted);
                if (first >= 0) {
                    return first;
                }
            } else {
                requireSinceEpoch(nowMillis);
                tick.raiseTo(format.tickOf(last));
                tickWait.await(state, last, format.lastMillis(last), format.nextMillis(last));
            }
        }
    }

    /** As {@link #claim}, but never waits. Returns {@link #NONE} where that would. */
    private long tryClaim(int wanted) {
        while (true) {
            long last = openState();
            long nowMillis = clock.millis();
            if (!format.canFollow(layout.timestampAt(nowMillis), last)) {
                requireSinceEpoch(nowMillis);
                tickWait.requireSmallRollback(format.lastMillis(last), nowMillis);
                return NONE;
            }
            long first = step(last, nowMillis, wanted);
            if (first >= 0) {
                return first;
            }
        }
    }

    /** Moves the state on. Returns the first of the taken ones; a negative number if another thread was faster. */
    private long step(long last, long nowMillis, int wanted) {
        long timestamp = layout.timestampAt(nowMillis);
        requireIssuable(timestamp, nowMillis);
        if (format.isLater(timestamp, last)) {
            return start(timestamp, last, wanted);
        }
        long first = last + 1;
        return state.compareAndSet(last, lastOf(first, wanted)) ? first : -1;
    }

    private long start(long timestamp, long last, int wanted) {
        long first = format.startOf(timestamp) | firstSequence.draw();
        long next = lastOf(first, wanted);
        highestOfPastTicks.raiseTo(highestOf(last));
        if (!state.compareAndSet(last, next)) {
            return -1;
        }
        tick.raiseTo(format.tickOf(next));
        return first;
    }

    private long lastOf(long first, int wanted) {
        long last = first + format.runLength(first, wanted) - 1;
        return runs == null ? last : runs.endOf(last);
    }

    private void requireSinceEpoch(long nowMillis) {
        if (nowMillis < layout.epochMillis()) {
            throw new ClockBeforeEpochException(layout.epochMillis(), nowMillis);
        }
    }

    private void requireIssuable(long timestamp, long nowMillis) {
        if (timestamp > layout.maxTimestamp()) {
            throw new LayoutExhaustedException(layout.widths(), layout.epoch(), layout.end());
        }
        long limitMillis = reservation.limitMillis();
        if (layout.millisOf(timestamp) > limitMillis) {
            throw new ReservationExhaustedException(limitMillis, nowMillis);
        }
    }

    private long highestOf(long last) {
        // Not "equal": a thread may have read its state before a later one was accounted for.
        return last <= accountedState ? 0 : format.highestSequence(last);
    }

    private static void fill(long[] ids, int from, int length, long first) {
        for (int i = 0; i < length; i++) {
            ids[from + i] = first + i;
        }
    }

    private static void requirePositive(int maxCount) {
        if (maxCount < 1) {
            throw new IllegalArgumentException("must be >= 1: maxCount=" + maxCount);
        }
    }

    /** A builder of generators. Not thread-safe. */
    public static final class Builder {

        private final Layout layout;
        private final long workerId;
        private MillisClock clock = MillisClock.wall();
        private LongSupplier nanoTime = System::nanoTime;
        private Reservation reservation = Reservation.unlimited();
        private long floorMillis = Long.MIN_VALUE;
        private Duration maxRollbackWait = Duration.ZERO;
        private WaitStrategy waitStrategy = WaitStrategy.SPIN;
        private FirstSequence firstSequence = FirstSequence.ZERO;
        private int runLength = 1;

        private Builder(Layout layout, long workerId) {
            Checks.requireWithin("workerId", workerId, 0, layout.maxWorkerId());
            this.layout = layout;
            this.workerId = workerId;
        }

        /** Sets where the time is read, by default {@link MillisClock#wall}. */
        public Builder clock(MillisClock clock) {
            this.clock = requireNonNull(clock, "clock");
            return this;
        }

        /** Sets the stopwatch for waits, by default {@link System#nanoTime}. */
        Builder nanoTime(LongSupplier nanoTime) {
            this.nanoTime = requireNonNull(nanoTime, "nanoTime");
            return this;
        }

        /** Sets the time that may be issued, by default all. */
        public Builder reservation(Reservation reservation) {
            this.reservation = requireNonNull(reservation, "reservation");
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
         * Sets how far the clock may be behind the last timestamp for a caller to wait until it has caught up, and how
         * long it waits at most; by default 0, which refuses at once.
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

        /** Sets how a caller waits, by default {@link WaitStrategy#SPIN}. */
        public Builder waitStrategy(WaitStrategy waitStrategy) {
            this.waitStrategy = requireNonNull(waitStrategy, "waitStrategy");
            return this;
        }

        /**
         * Sets where sequences start in each tick, by default {@link FirstSequence#ZERO}.
         *
         * @throws IllegalArgumentException if its bound is above the number of sequences that the layout has in a tick
         */
        public Builder firstSequence(FirstSequence firstSequence) {
            if (firstSequence.bound() - 1 > layout.maxSequence()) {
                throw new IllegalArgumentException("must be <= %s, the sequences of a tick: bound=%s"
                        .formatted(layout.maxSequence() + 1, firstSequence.bound()));
            }
            this.firstSequence = firstSequence;
            return this;
        }

        /**
         * Makes threads take sequences of a tick in runs ahead of use, so that several threads do not slow each other down:
         * without runs each id moves a cache line between the processors whose threads ask, with runs each run does.
         *
         * <p>The clock is still read for each id. A thread hands out of its run while the clock reads the run's tick, and drops
         * the rest after that. The reservation and {@link SnowflakeGenerator#close} hold for each id, too. Ids of a thread
         * increase; those of different threads increase by tick only.
         *
         * <p>Runs are kept in 64 places, which threads have by their ids, so that threads that come and go share runs
         * and leave nothing behind. When a tick ends, each place loses less than one run; threads that share a place
         * may lose another when they ask for one at the same moment. A batch, or {@link SnowflakeGenerator#nextRun},
         * takes from the thread's run if that holds all that it wants, and drops the rest if not.
         *
         * @param length how many sequences a run has, a power of 2; 1, the default, for no runs. 64 is enough for any machine.
         *     A run may be shorter after a {@link FirstSequence random start}
         * @throws IllegalArgumentException if it is none, or if runs would be more than a 1024th of a tick: 64 needs 16
         *     sequence bits; {@link Layout#DEFAULT} has enough for 4
         */
        public Builder perThreadRuns(int length) {
            runLength = ThreadRuns.requireLength(length, "sequence", layout.sequenceBits(), layout.widths());
            return this;
        }

        /** Makes the generator. */
        public SnowflakeGenerator build() {
            return new SnowflakeGenerator(this);
        }
    }
}
