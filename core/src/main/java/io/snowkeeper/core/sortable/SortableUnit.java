package io.snowkeeper.core.sortable;

import io.snowkeeper.core.MonotonicClock;
import java.util.concurrent.TimeUnit;

/** The unit in which a {@link SortableLayout} counts time: one counter runs per tick. */
public enum SortableUnit {
    /** Whole seconds. */
    SECOND(TimeUnit.SECONDS) {
        @Override
        long read(MonotonicClock clock) {
            return Math.floorDiv(clock.millis(), MILLIS_PER_SECOND);
        }

        @Override
        long lastTickOf(long unixMillis) {
            return Math.floorDiv(unixMillis, MILLIS_PER_SECOND);
        }
    },
    /** Milliseconds. */
    MILLISECOND(TimeUnit.MILLISECONDS) {
        @Override
        long read(MonotonicClock clock) {
            return clock.millis();
        }

        @Override
        long lastTickOf(long unixMillis) {
            return unixMillis;
        }
    },
    /** Nanoseconds, as fine as the system's stopwatch is; they end in 2262. */
    NANOSECOND(TimeUnit.NANOSECONDS) {
        @Override
        long read(MonotonicClock clock) {
            return clock.nanos();
        }

        @Override
        long lastTickOf(long unixMillis) {
            long start = TimeUnit.MILLISECONDS.toNanos(unixMillis);
            return start > Long.MAX_VALUE - LAST_NANO_OF_MILLI ? Long.MAX_VALUE : start + LAST_NANO_OF_MILLI;
        }
    };

    private static final long MILLIS_PER_SECOND = 1_000;
    private static final long LAST_NANO_OF_MILLI = 999_999;

    private final TimeUnit unit;

    SortableUnit(TimeUnit unit) {
        this.unit = unit;
    }

    /** Returns the time in ticks since 1970-01-01T00:00:00Z. */
    abstract long read(MonotonicClock clock);

    /** Returns the last tick that has begun by the end of a Unix millisecond, or what a long can hold of it. */
    abstract long lastTickOf(long unixMillis);

    /** Returns the Unix millisecond in which a tick starts. */
    long millisOf(long tick) {
        return unit.toMillis(tick);
    }

    /** Returns the length of a tick in nanoseconds. */
    public long nanos() {
        return unit.toNanos(1);
    }
}
