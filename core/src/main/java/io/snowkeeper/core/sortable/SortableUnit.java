package io.snowkeeper.core.sortable;

import java.util.concurrent.TimeUnit;

/** The units of time that have a name. A {@link SortableLayout} may count in any other up to a second, too. */
public enum SortableUnit {
    /** Whole seconds. */
    SECOND(TimeUnit.SECONDS),
    /** Milliseconds. */
    MILLISECOND(TimeUnit.MILLISECONDS),
    /** Microseconds, as fine as the system's stopwatch is. */
    MICROSECOND(TimeUnit.MICROSECONDS),
    /** Nanoseconds, as fine as the system's stopwatch is; they end in 2554. */
    NANOSECOND(TimeUnit.NANOSECONDS);

    private final TimeUnit unit;

    SortableUnit(TimeUnit unit) {
        this.unit = unit;
    }

    /** Returns the length in nanoseconds. */
    public long nanos() {
        return unit.toNanos(1);
    }
}
