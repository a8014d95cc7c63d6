package io.snowkeeper.core;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock and a stopwatch that a test moves by hand. May also move by itself, a step each time it is read. */
final class ManualTime implements MillisClock {

    private final AtomicLong millis;
    private final AtomicLong nanos = new AtomicLong(-5);
    private volatile long millisPerRead;
    private volatile long nanosPerRead;

    ManualTime(long millis) {
        this.millis = new AtomicLong(millis);
    }

    /** Sets the clock's reading; the stopwatch goes on. */
    void set(long unixMillis) {
        millis.set(unixMillis);
    }

    /** Makes the clock advance by so much after each reading. */
    ManualTime advancingPerRead(long stepMillis) {
        millisPerRead = stepMillis;
        return this;
    }

    /** Makes the stopwatch advance by so much after each reading. */
    ManualTime stopwatchAdvancingPerRead(Duration step) {
        nanosPerRead = step.toNanos();
        return this;
    }

    @Override
    public long millis() {
        return millis.getAndAdd(millisPerRead);
    }

    long nanoTime() {
        return nanos.getAndAdd(nanosPerRead);
    }
}
