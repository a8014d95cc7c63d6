package io.snowkeeper.core.sortable;

import io.snowkeeper.core.Checks;
import java.math.BigInteger;
import java.util.concurrent.TimeUnit;

/**
 * Ticks of one length since 1970, as unsigned numbers, against Unix milliseconds. Tick 0 is never issued: it stands for all
 * times before the next one.
 *
 * @param nanos the length in nanoseconds, 1 to 1,000,000,000
 */
record TickLength(long nanos) {

    private static final BigInteger NANOS_PER_MILLI = BigInteger.valueOf(TimeUnit.MILLISECONDS.toNanos(1));

    /** All ones, the highest unsigned number. */
    private static final long HIGHEST = -1;

    private static final long MAX = TimeUnit.SECONDS.toNanos(1);
    private static final BigInteger MAX_TICK = new BigInteger("ffffffffffffffff", 16);
    private static final BigInteger MAX_MILLIS = BigInteger.valueOf(Long.MAX_VALUE);

    TickLength {
        Checks.requireWithin("tickNanos", nanos, 1, MAX);
    }

    /**
     * Returns the last tick that has begun by the end of a Unix millisecond: 0 before 1970, the highest where it is later, and
     * for {@link Long#MAX_VALUE}, which stands for no end.
     */
    long lastTickOf(long unixMillis) {
        if (unixMillis < 0) {
            return 0;
        }
        if (unixMillis == Long.MAX_VALUE) {
            return HIGHEST;
        }
        BigInteger end = BigInteger.valueOf(unixMillis).add(BigInteger.ONE).multiply(NANOS_PER_MILLI);
        return end.subtract(BigInteger.ONE).divide(length()).min(MAX_TICK).longValue();
    }

    /** Returns the Unix millisecond in which a tick starts, {@link Long#MAX_VALUE} where it is later. */
    long millisOf(long tick) {
        BigInteger unsigned = BigInteger.valueOf(tick).and(MAX_TICK);
        return unsigned.multiply(length())
                .divide(NANOS_PER_MILLI)
                .min(MAX_MILLIS)
                .longValue();
    }

    private BigInteger length() {
        return BigInteger.valueOf(nanos);
    }
}
