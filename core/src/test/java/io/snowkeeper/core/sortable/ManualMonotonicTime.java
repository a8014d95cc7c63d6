package io.snowkeeper.core.sortable;

import io.snowkeeper.core.MonotonicClock;
import java.util.concurrent.atomic.AtomicLong;

/** A wall clock and a stopwatch that a test moves by hand; the stopwatch also by a step each time it is read. */
final class ManualMonotonicTime {

    private final AtomicLong wallMillis;
    private final AtomicLong nanos = new AtomicLong(-7);
    private volatile long nanosPerRead;

    ManualMonotonicTime(long wallMillis) {
        this.wallMillis = new AtomicLong(wallMillis);
    }

    MonotonicClock clock() {
        return new MonotonicClock(wallMillis::get, this::stopwatch);
    }

    long stopwatch() {
        return nanos.getAndAdd(nanosPerRead);
    }

    void elapse(long elapsedNanos) {
        nanos.addAndGet(elapsedNanos);
    }

    void stepWall(long millis) {
        wallMillis.addAndGet(millis);
    }

    void advancingPerRead(long stepNanos) {
        nanosPerRead = stepNanos;
    }
}
