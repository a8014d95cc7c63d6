package io.snowkeeper.core.sortable;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ClockMovedBackwardsException;
import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.core.WaitInterruptedException;
import io.snowkeeper.core.internal.ThreadRuns;
import io.snowkeeper.core.internal.Unsigned;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.LongSupplier;

/**
 * A sequencer on monotonic time: the counter starts at 0 in each tick. When it is used up, the caller spins until the
 * next tick. Its values strictly increase, over all threads, and never repeat.
 *
 * <p>Thread-safe and lock-free: time and counter are one atomic value.
 *
 * <p>The time is the wall clock's when the {@link MonotonicClock} was anchored, and goes on by the system's stopwatch.
 * Where that stops during a suspension of the machine, times are too early afterwards; see there. A clock that is
 * anchored anew may go back: times behind the last tick are refused. In units that are not whole milliseconds, the time
 * ends in 2554.
 */
public final class MonotonicSequencer implements Sequencer {

    private static final AtomicReferenceFieldUpdater<MonotonicSequencer, Span> CURRENT =
            AtomicReferenceFieldUpdater.newUpdater(MonotonicSequencer.class, Span.class, "current");

    private static final long STALL_TOLERANCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Some forty ids of one thread. */
    private static final long SHORTEST_TICK_FOR_RUNS_NANOS = 1_000;

    /** Nothing was taken: ask for the current span and try again. */
    static final long AGAIN = -1;

    /** Nothing was taken: the counter is used up, and the next tick has to come. */
    static final long USED_UP = -2;

    private final SortableLayout layout;
    private final TickLength ticks;
    private final TickClock clock;
    private final Reservation reservation;
    private final LongSupplier stopwatch;
    private final long maxStallNanos;
    private final int runLength;
    private volatile Span current;
    private volatile Limit limit;

    /** A limit, and the last tick within it, so that it need not be worked out for each id. */
    private record Limit(long millis, long tick) {}

    /** Makes a sequencer that may use all time from now on. */
    public MonotonicSequencer(SortableLayout layout) {
        this(layout, new MonotonicClock(), Reservation.unlimited());
    }

    /**
     * @param clock where the time is read
     * @param reservation the milliseconds that may be used: those above its floor, up to its limit
     */
    public MonotonicSequencer(SortableLayout layout, MonotonicClock clock, Reservation reservation) {
        this(layout, clock, reservation, 1);
    }

    /** @param runLength how many counters a thread takes ahead of use, 1 for none */
    MonotonicSequencer(SortableLayout layout, MonotonicClock clock, Reservation reservation, int runLength) {
        this(layout, clock, reservation, runLength, System::nanoTime);
    }

    /** @param stopwatch the stopwatch for waits */
    MonotonicSequencer(
            SortableLayout layout,
            MonotonicClock clock,
            Reservation reservation,
            int runLength,
            LongSupplier stopwatch) {
        this.layout = requireNonNull(layout, "layout");
        this.reservation = requireNonNull(reservation, "reservation");
        this.stopwatch = stopwatch;
        this.runLength = requireRuns(runLength);
        ticks = layout.ticks();
        this.clock = new TickClock(layout, clock);
        maxStallNanos = STALL_TOLERANCE_NANOS + layout.tickNanos();
        limit = limitAt(reservation.limitMillis());
        // A clock beyond the limit does not show the time that was used.
        long previous = lower(this.clock.previous(), limit.tick);
        long floor = ticks.lastTickOf(reservation.floorMillis());
        current = spanAfter(Long.compareUnsigned(previous, floor) > 0 ? previous : floor);
    }

    /** {@inheritDoc} The capacity of the layout's bytes, but 2^48 - 1 at most: no machine counts so far in a tick. */
    @Override
    public long max() {
        return Span.maxCounter(counterBits());
    }

    /** {@inheritDoc} The capacity of the layout's bytes. */
    @Override
    public long maxTime() {
        return layout.maxTime();
    }

    /**
     * {@inheritDoc} May be called by any number of threads at once.
     *
     * @throws IdUnavailableException if the clock is below the reservation's floor or above its limit, stands still while
     *     the counter is used up, is before 1970 or past the layout's end, if the thread is interrupted while it waits, or
     *     after {@link #close}
     */
    @Override
    public TimedCount next() {
        Span span = span();
        long first = claim(span, 1);
        while (first == AGAIN) {
            span = span();
            first = claim(span, 1);
        }
        return new TimedCount(span.tickOf(first), span.counterOf(first));
    }

    /**
     * {@inheritDoc} May be called by any number of threads at once.
     *
     * @return empty if the counter is used up until the next tick
     * @throws IdUnavailableException as {@link #next} does, but for a clock that stands still, which the caller has to notice
     */
    @Override
    public Optional<TimedCount> tryNext() {
        Span span = span();
        long first = tryClaim(span, 1);
        while (first == AGAIN) {
            span = span();
            first = tryClaim(span, 1);
        }
        return first == USED_UP
                ? Optional.empty()
                : Optional.of(new TimedCount(span.tickOf(first), span.counterOf(first)));
    }

    /**
     * Returns why {@link #next} would throw now; empty if it would count, or wait for the next tick. Uses nothing. That the
     * clock stands still is not known from one look.
     */
    public Optional<IdUnavailableException> refusal() {
        Span span = span();
        if (span.isTerminal()) {
            return Optional.of(closed());
        }
        try {
            long last = span.get();
            long tick = clock.read();
            requireNotBefore(span.tickOf(last), tick);
            requireReserved(tick);
            return Optional.empty();
        } catch (IdUnavailableException e) {
            return Optional.of(e);
        }
    }

    /** Returns the Unix millisecond of the last tick used; if nothing was issued, one that lies before. */
    public long lastMillis() {
        Span span = span();
        return ticks.millisOf(span.tickOf(span.get()));
    }

    /**
     * Ends the sequencer for good. When this returns, no thread can take anything from it. Closing again changes nothing.
     *
     * @return the same as {@link #lastMillis}
     */
    public long close() {
        Span span = span();
        while (!span.isTerminal()) {
            span.seal();
            CURRENT.compareAndSet(this, span, span.end());
            span = span();
        }
        return lastMillis();
    }

    Span span() {
        return current;
    }

    /**
     * Takes up to {@code wanted} counters of one tick from a span, at least one. Where the counter is used up, waits for the next
     * tick first.
     *
     * @return the state of the first one, or {@link #AGAIN}
     */
    long claim(Span span, int wanted) {
        long first = tryClaim(span, wanted);
        if (first == USED_UP) {
            awaitNextTick(span);
            return AGAIN;
        }
        return first;
    }

    /**
     * As {@link #claim}, and never waits.
     *
     * @return the state of the first one, {@link #AGAIN}, or {@link #USED_UP}
     */
    long tryClaim(Span span, int wanted) {
        if (runLength == 1) {
            return step(span, wanted);
        }
        long tick = clock.read();
        long first = isReserved(tick) ? span.takeOfRun(tick, wanted) : AGAIN;
        if (first < 0) {
            first = step(span, wanted);
            if (first >= 0) {
                span.keepRest(first, wanted);
            }
        }
        return first;
    }

    private long step(Span span, int wanted) {
        // The state before the clock: in the other order, ids issued in between would look like a rollback.
        long last = span.get();
        long tick = clock.read();
        if (last < 0 || isAfter(tick, span.lastTick())) {
            return leave(span, tick);
        }
        requireNotBefore(span.tickOf(last), tick);
        requireReserved(tick);
        while (last >= 0) {
            boolean later = isAfter(tick, span.tickOf(last));
            if (!later && !span.hasRoom(last)) {
                return USED_UP;
            }
            // Where another thread was faster, its tick was read while we were here, and is not before ours: follow it.
            long first = later ? span.startOf(tick) : last + 1;
            long witness = span.compareAndExchange(last, span.lastOf(first, wanted));
            if (witness == last) {
                return first;
            }
            last = witness;
        }
        return AGAIN;
    }

    /**
     * Replaces a span that the time has outgrown, or that a thread has sealed for that, by the next one. Any thread
     * can, so that none waits for another.
     */
    private long leave(Span span, long tick) {
        if (span.isTerminal()) {
            throw closed();
        }
        // First: if the clock was beyond the limit, and comes back, nothing may have moved.
        requireReserved(tick);
        span.seal();
        long before = isAfter(tick, span.lastTick()) ? tick - 1 : span.tickOf(span.get());
        CURRENT.compareAndSet(this, span, spanAfter(before));
        return AGAIN;
    }

    /** Within the millisecond of the last tick, there is nothing to refuse: it is over at once. */
    private void requireNotBefore(long lastTick, long tick) {
        if (isAfter(lastTick, tick) && ticks.millisOf(tick) < ticks.millisOf(lastTick)) {
            throw new ClockMovedBackwardsException(ticks.millisOf(lastTick), ticks.millisOf(tick));
        }
    }

    private void requireReserved(long tick) {
        Limit known = knownLimit();
        if (isAfter(tick, known.tick)) {
            throw new ReservationExhaustedException(known.millis, ticks.millisOf(tick));
        }
    }

    private boolean isReserved(long tick) {
        return !isAfter(tick, knownLimit().tick);
    }

    private Limit knownLimit() {
        Limit known = limit;
        long limitMillis = reservation.limitMillis();
        if (known.millis != limitMillis) {
            known = limitAt(limitMillis);
            limit = known;
        }
        return known;
    }

    private Limit limitAt(long millis) {
        return new Limit(millis, ticks.lastTickOf(millis));
    }

    /** Returns when there may be something to take again. */
    private void awaitNextTick(Span span) {
        long started = stopwatch.getAsLong();
        long last = span.get();
        while (last >= 0 && !span.hasRoom(last) && span.get() == last) {
            long waitedNanos = stopwatch.getAsLong() - started;
            long tick = clock.read();
            if (isAfter(tick, span.tickOf(last))) {
                return;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new WaitInterruptedException(waitedNanos);
            }
            if (waitedNanos >= maxStallNanos) {
                throw new ClockStalledException(ticks.millisOf(tick), waitedNanos);
            }
            Thread.onSpinWait();
        }
    }

    private Span spanAfter(long tick) {
        return Span.after(tick, counterBits(), runLength);
    }

    private int requireRuns(int length) {
        if (length > 1 && layout.tickNanos() < SHORTEST_TICK_FOR_RUNS_NANOS) {
            throw new IllegalArgumentException(
                    "runs of %s need a tick of %s ns or more, which lasts for several ids of a thread: tickNanos=%s, enough for perThreadRuns=1"
                            .formatted(length, SHORTEST_TICK_FOR_RUNS_NANOS, layout.tickNanos()));
        }
        return ThreadRuns.requireLength(length, "counter", counterBits(), layout.widths());
    }

    private GeneratorClosedException closed() {
        return new GeneratorClosedException("layout=" + layout.widths());
    }

    private int counterBits() {
        return Math.min(layout.counterBytes() * Byte.SIZE, Span.MAX_COUNTER_BITS);
    }

    private static long lower(long tick, long other) {
        return isAfter(tick, other) ? other : tick;
    }

    private static boolean isAfter(long tick, long other) {
        return Unsigned.isGreater(tick, other);
    }
}
