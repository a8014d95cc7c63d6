package io.snowkeeper.core;

import static java.util.Objects.requireNonNull;

import java.util.function.LongSupplier;

/**
 * The wall clock as it was once, and the time elapsed since by a stopwatch: steps of the system clock are not seen, and
 * the time never goes back.
 *
 * <p>The price: on some systems the stopwatch stops while the machine is suspended (Linux does that). From then on this
 * clock is behind the wall clock by the time of the suspension. Ids go on increasing and stay unique, but carry a time
 * that is too early. {@link #lagMillis} tells by how much; a new clock, with what was issued as its generator's floor,
 * ends it.
 *
 * <p>Immutable and thread-safe.
 */
public final class MonotonicClock implements MillisClock {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final MillisClock wall;
    private final LongSupplier stopwatch;
    private final long anchorMillis;
    private final long anchorNanos;

    /** What is added to the stopwatch to make Unix nanoseconds of it. */
    private final long nanosAtZero;

    /** Makes a clock that is anchored to the system's clock now, and goes on with {@link System#nanoTime}. */
    public MonotonicClock() {
        this(MillisClock.wall(), System::nanoTime);
    }

    /**
     * @param wall read once, and for {@link #lagMillis}
     * @param stopwatch nanoseconds from any start, never going back
     */
    public MonotonicClock(MillisClock wall, LongSupplier stopwatch) {
        this.wall = requireNonNull(wall, "wall");
        this.stopwatch = requireNonNull(stopwatch, "stopwatch");
        anchorMillis = wall.millis();
        anchorNanos = stopwatch.getAsLong();
        nanosAtZero = anchorMillis * NANOS_PER_MILLI - anchorNanos;
    }

    @Override
    public long millis() {
        return anchorMillis + (stopwatch.getAsLong() - anchorNanos) / NANOS_PER_MILLI;
    }

    /** Returns the time in nanoseconds since 1970-01-01T00:00:00Z; it ends in 2262. */
    public long nanos() {
        return stopwatch.getAsLong() + nanosAtZero;
    }

    /**
     * Returns how far the wall clock is ahead of this one, in milliseconds: the steps that the system clock made and the
     * suspensions of the machine since this clock was made. Negative if the system clock was set back.
     */
    public long lagMillis() {
        return wall.millis() - millis();
    }
}
