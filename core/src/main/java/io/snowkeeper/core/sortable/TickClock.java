package io.snowkeeper.core.sortable;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.ClockBeforeEpochException;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.LayoutExhaustedException;
import io.snowkeeper.core.MonotonicClock;
import io.snowkeeper.core.internal.Unsigned;
import java.time.Instant;

/** A monotonic clock that is read in the ticks of a layout. Thread-safe. */
final class TickClock {

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LONGEST_TICK_MILLIS = 1_000;

    /** The highest time that a clock returns before its nanoseconds end, in 2554. */
    private static final long LAST_NANO = -2;

    private final SortableLayout layout;
    private final MonotonicClock clock;
    private final long tickNanos;

    /** The length of a tick in milliseconds, 0 if it is not a whole number of them: then nanoseconds are counted. */
    private final long tickMillis;

    /** The last tick that the layout can hold and the clock can reach. */
    private final long lastTick;

    TickClock(SortableLayout layout, MonotonicClock clock) {
        this.layout = requireNonNull(layout, "layout");
        this.clock = requireNonNull(clock, "clock");
        tickNanos = layout.tickNanos();
        tickMillis = tickNanos % NANOS_PER_MILLI == 0 ? tickNanos / NANOS_PER_MILLI : 0;
        long lastTold = tickMillis == 0 ? Long.divideUnsigned(LAST_NANO, tickNanos) : Long.MAX_VALUE / tickMillis;
        lastTick = Long.compareUnsigned(lastTold, layout.maxTime()) < 0 ? lastTold : layout.maxTime();
    }

    /**
     * Returns the present tick, which is not 0.
     *
     * @throws ClockBeforeEpochException before 1970
     * @throws LayoutExhaustedException after the layout's last tick
     */
    long read() {
        long tick = tickMillis == 0 ? tickOfNanos(clock.nanos()) : tickOfMillis(clock.millis());
        // One comparison for both ends: as an unsigned number, a tick before the first one is the highest of all.
        if (Unsigned.isGreater(tick - 1, lastTick - 1)) {
            throw outside(clock.millis());
        }
        return tick;
    }

    /** Returns the tick before the present one, 0 where there is none. */
    long previous() {
        try {
            return read() - 1;
        } catch (IdUnavailableException e) {
            return 0;
        }
    }

    private long tickOfMillis(long millis) {
        return tickMillis == 1 ? millis : millis / tickMillis;
    }

    private long tickOfNanos(long nanos) {
        return tickNanos == 1 ? nanos : Long.divideUnsigned(nanos, tickNanos);
    }

    private IdUnavailableException outside(long millis) {
        return millis <= LONGEST_TICK_MILLIS
                ? new ClockBeforeEpochException(0, millis)
                : new LayoutExhaustedException(
                        layout.widths(),
                        Instant.EPOCH,
                        Instant.ofEpochMilli(layout.ticks().millisOf(lastTick)));
    }
}
