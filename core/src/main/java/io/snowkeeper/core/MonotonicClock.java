package io.snowkeeper.core;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.internal.Unsigned;
import java.math.BigInteger;
import java.util.function.LongSupplier;

/**
 * The wall clock as it was once, and the time elapsed since by a stopwatch: steps of the system clock are not seen, and
 * the time does not go back.
 *
 * <p>The price: on some systems the stopwatch stops while the machine is suspended (Linux does that). From then on this
 * clock is behind the wall clock by the time of the suspension. Ids go on increasing and stay unique, but carry a time
 * that is too early. {@link #lagMillis} returns how far it is behind; {@link #anchorAnew} ends that.
 *
 * <p>Thread-safe.
 */
public final class MonotonicClock implements MillisClock {

    private static final BigInteger NANOS_PER_MILLI = BigInteger.valueOf(1_000_000);
    private static final long HIGHEST = -1;
    private static final BigInteger HIGHEST_NANOS = new BigInteger(Long.toUnsignedString(HIGHEST));

    private final MillisClock wall;
    private final LongSupplier stopwatch;
    private volatile Anchor anchor;

    /**
     * A moment on both clocks.
     *
     * @param stopwatchNanos the stopwatch's reading
     * @param unixNanos the nanoseconds since 1970, modulo 2^64
     * @param first nanoseconds until the time can be represented as an unsigned number
     * @param last nanoseconds until it no longer can
     */
    private record Anchor(long millis, long stopwatchNanos, long unixNanos, long first, long last) {

        static Anchor of(long millis, long stopwatchNanos) {
            BigInteger nanos = BigInteger.valueOf(millis).multiply(NANOS_PER_MILLI);
            return new Anchor(
                    millis,
                    stopwatchNanos,
                    nanos.longValue(),
                    bounded(nanos.negate()),
                    bounded(HIGHEST_NANOS.subtract(nanos)));
        }

        private static long bounded(BigInteger value) {
            return value.max(BigInteger.valueOf(Long.MIN_VALUE))
                    .min(BigInteger.valueOf(Long.MAX_VALUE))
                    .longValue();
        }
    }

    /** Makes a clock that is anchored to the system's clock now, and goes on with {@link System#nanoTime}. */
    public MonotonicClock() {
        this(MillisClock.wall(), System::nanoTime);
    }

    /**
     * @param wall read once for each anchor, and for {@link #lagMillis}
     * @param stopwatch nanoseconds from any start, never going back
     */
    public MonotonicClock(MillisClock wall, LongSupplier stopwatch) {
        this.wall = requireNonNull(wall, "wall");
        this.stopwatch = requireNonNull(stopwatch, "stopwatch");
        anchor = anchorNow();
    }

    @Override
    public long millis() {
        Anchor from = anchor;
        return from.millis + (stopwatch.getAsLong() - from.stopwatchNanos) / 1_000_000;
    }

    /**
     * Returns the time in nanoseconds since 1970-01-01T00:00:00Z, as an unsigned number: 0 before 1970, and 2^64 - 1 from 2554
     * on.
     */
    public long nanos() {
        Anchor from = anchor;
        long elapsed = stopwatch.getAsLong() - from.stopwatchNanos;
        // One comparison for both ends.
        if (Unsigned.isGreater(from.last - from.first, elapsed - from.first)) {
            return from.unixNanos + elapsed;
        }
        return elapsed < from.first ? 0 : HIGHEST;
    }

    /**
     * Returns how far the wall clock is ahead of this one, in milliseconds: the steps that the system clock made and the
     * suspensions of the machine since this clock was anchored. Negative if the system clock was set back.
     */
    public long lagMillis() {
        return wall.millis() - millis();
    }

    /**
     * Takes the wall clock's time again, as when the clock was made. If that is earlier, the time goes back, as that of
     * any clock may: generators notice it, and refuse until it has caught up with their ids.
     */
    public void anchorAnew() {
        anchor = anchorNow();
    }

    private Anchor anchorNow() {
        return Anchor.of(wall.millis(), stopwatch.getAsLong());
    }
}
