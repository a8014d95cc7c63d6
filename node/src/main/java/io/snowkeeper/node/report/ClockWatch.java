package io.snowkeeper.node.report;

import io.snowkeeper.core.MillisClock;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A watch that notices that the clock was set back, by holding it against the stopwatch a few times a second. {@link
 * #look} is for one thread, the counts for any.
 */
public final class ClockWatch {

    private static final Logger log = LoggerFactory.getLogger(ClockWatch.class);

    /** Below this, a clock is being trimmed. */
    private static final long TOLERANCE_MILLIS = 5;

    private final MillisClock clock;
    private final LongSupplier nanoTime;

    private long lastMillis;
    private long lastNanos;
    private volatile long rollbacks;

    /** @param nanoTime the stopwatch */
    public ClockWatch(MillisClock clock, LongSupplier nanoTime) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        lastMillis = clock.millis();
        lastNanos = nanoTime.getAsLong();
    }

    /** Holds the clock against the stopwatch. A pause at any place makes a step back look smaller, never larger. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // Written by one thread.
    public void look() {
        long nanosBefore = nanoTime.getAsLong();
        long nowMillis = clock.millis();
        long elapsedMillis = TimeUnit.NANOSECONDS.toMillis(nanosBefore - lastNanos);
        if (nowMillis < lastMillis + elapsedMillis - TOLERANCE_MILLIS) {
            rollbacks++;
            log.warn("the clock was found set back, by about {} ms", lastMillis + elapsedMillis - nowMillis);
        }
        lastMillis = nowMillis;
        lastNanos = nanoTime.getAsLong();
    }

    /** Returns how often the clock was found set back. */
    public long rollbacks() {
        return rollbacks;
    }
}
