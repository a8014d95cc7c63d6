package io.snowkeeper.core.sortable;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ClockMovedBackwardsException;
import io.snowkeeper.core.ClockStalledException;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.LayoutExhaustedException;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.Reservation;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.core.WaitInterruptedException;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.function.LongSupplier;

/**
 * Counts on monotonic time: a time, and a counter that starts at 0 in each tick. When the counter is used up, the caller
 * spins until the next tick. What it hands out strictly increases, over all its threads, and is never repeated.
 *
 * <p>Thread-safe and lock-free: time and counter are one atomic value.
 *
 * <p>The time is the wall clock's when the {@link MonotonicClock} was made, and goes on by the system's stopwatch. Where
 * that stops during a suspension of the machine, times are too early afterwards; see there.
 */
public final class Sequencer {

    private static final AtomicReferenceFieldUpdater<Sequencer, Span> CURRENT =
            AtomicReferenceFieldUpdater.newUpdater(Sequencer.class, Span.class, "current");

    private static final long STALL_TOLERANCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Nothing was taken: ask for the current span and try again. */
    static final long AGAIN = -1;

    private final SortableLayout layout;
    private final SortableUnit unit;
    private final MonotonicClock clock;
    private final Reservation reservation;
    private final LongSupplier stopwatch;
    private final long maxTime;
    private final long maxStallNanos;
    private volatile Span current;
    private volatile Limit limit;

    /** A limit, and the last tick within it, so that it need not be worked out for each id. */
    private record Limit(long millis, long tick) {}

    /** Makes a sequencer that may use all time from now on. */
    public Sequencer(SortableLayout layout) {
        this(layout, new MonotonicClock(), Reservation.unlimited());
    }

    /**
     * @param clock where the time is read
     * @param reservation the milliseconds that may be used: those above its floor, up to its limit
     */
    public Sequencer(SortableLayout layout, MonotonicClock clock, Reservation reservation) {
        this(layout, clock, reservation, System::nanoTime);
    }

    /** @param stopwatch what waits are measured with */
    Sequencer(SortableLayout layout, MonotonicClock clock, Reservation reservation, LongSupplier stopwatch) {
        this.layout = requireNonNull(layout, "layout");
        this.clock = requireNonNull(clock, "clock");
        this.reservation = requireNonNull(reservation, "reservation");
        this.stopwatch = stopwatch;
        unit = layout.unit();
        maxTime = layout.maxTime();
        maxStallNanos = STALL_TOLERANCE_NANOS + unit.nanos();
        limit = limitAt(reservation.limitMillis());
        long before = Math.max(unit.read(clock) - 1, unit.lastTickOf(reservation.floorMillis()));
        current = Span.after(before, layout.counterBits());
    }

    /** Returns the highest counter of a tick. */
    public long max() {
        return layout.maxCounter();
    }

    /** Returns the highest time, in the layout's units since 1970. */
    public long maxTime() {
        return layout.maxTime();
    }

    /**
     * Returns the next time and counter.
     *
     * @throws IdUnavailableException if the clock is below the reservation's floor or above its limit, stands still while
     *     the counter is used up, is past the layout's end, if the thread is interrupted while it waits, or after {@link
     *     #close}
     */
    public TimedCount next() {
        Span span = span();
        long first = claim(span, 1);
        while (first == AGAIN) {
            span = span();
            first = claim(span, 1);
        }
        return new TimedCount(span.tickOf(first), span.counterOf(first));
    }

    /** Returns the Unix millisecond of the last tick used; if nothing was issued, one that lies before. */
    public long lastMillis() {
        Span span = span();
        return unit.millisOf(span.tickOf(span.get()));
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

    SortableLayout layout() {
        return layout;
    }

    Span span() {
        return current;
    }

    /**
     * Takes up to {@code wanted} counters of one tick from a span, at least one.
     *
     * @return the state of the first one, or {@link #AGAIN}
     */
    long claim(Span span, int wanted) {
        // The state before the clock: read the other way round, what is issued in between would look like a rollback.
        long last = span.get();
        long tick = unit.read(clock);
        if (last < 0 || tick > span.lastTick()) {
            return leave(span, tick);
        }
        requireNotBefore(span.tickOf(last), tick);
        requireIssuable(tick);
        while (last >= 0) {
            boolean later = tick > span.tickOf(last);
            if (!later && !span.hasRoom(last)) {
                awaitTickAfter(span, last);
                return AGAIN;
            }
            // Where another thread was faster, its tick was read while we were here, and is not before ours: follow it.
            long first = later ? span.startOf(tick) : last + 1;
            long witness = span.compareAndExchange(last, first + span.runLength(first, wanted) - 1);
            if (witness == last) {
                return first;
            }
            last = witness;
        }
        return AGAIN;
    }

    /** Puts the next span in the place of one that the time has outgrown. Any thread can, so that none waits for another. */
    private long leave(Span span, long tick) {
        if (span.isTerminal()) {
            throw new GeneratorClosedException("layout=" + layout.widths());
        }
        if (tick > span.lastTick()) {
            span.seal();
            CURRENT.compareAndSet(this, span, Span.after(tick - 1, layout.counterBits()));
        }
        return AGAIN;
    }

    /** Within the millisecond of the last tick, there is nothing to refuse: it is over at once. */
    private void requireNotBefore(long lastTick, long tick) {
        if (tick < lastTick && unit.millisOf(tick) < unit.millisOf(lastTick)) {
            throw new ClockMovedBackwardsException(unit.millisOf(lastTick), unit.millisOf(tick));
        }
    }

    private void requireIssuable(long tick) {
        if (tick > maxTime) {
            throw new LayoutExhaustedException(
                    layout.widths(), Instant.EPOCH, Instant.ofEpochMilli(unit.millisOf(maxTime)));
        }
        Limit known = limit;
        long limitMillis = reservation.limitMillis();
        if (known.millis != limitMillis) {
            known = limitAt(limitMillis);
            limit = known;
        }
        if (tick > known.tick) {
            throw new ReservationExhaustedException(limitMillis, unit.millisOf(tick));
        }
    }

    private Limit limitAt(long millis) {
        return new Limit(millis, unit.lastTickOf(millis));
    }

    private void awaitTickAfter(Span span, long last) {
        long started = stopwatch.getAsLong();
        while (span.get() == last) {
            long waitedNanos = stopwatch.getAsLong() - started;
            long tick = unit.read(clock);
            if (tick > span.tickOf(last)) {
                return;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new WaitInterruptedException(waitedNanos);
            }
            if (waitedNanos >= maxStallNanos) {
                throw new ClockStalledException(unit.millisOf(tick), waitedNanos);
            }
            Thread.onSpinWait();
        }
    }
}
