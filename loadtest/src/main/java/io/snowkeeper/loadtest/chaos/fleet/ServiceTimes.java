package io.snowkeeper.loadtest.chaos.fleet;

import java.time.Duration;
import java.util.OptionalLong;

/** The time at which a node last gave ids, by {@link System#nanoTime}. Thread-safe. */
public final class ServiceTimes {

    private static final long POLL_MILLIS = 10;

    private volatile long lastNanos = System.nanoTime();
    private volatile boolean everGiven;

    ServiceTimes() {}

    /** Ids came in just now. */
    public void given() {
        lastNanos = System.nanoTime();
        everGiven = true;
    }

    /** Returns whether ids came in after that time. */
    public boolean givenSince(long nanos) {
        return everGiven && lastNanos - nanos > 0;
    }

    /** Waits for ids after that time. Returns by how much later they came, empty if they did not within the time. */
    public OptionalLong awaitSince(long nanos, Duration timeout) throws InterruptedException {
        while (!givenSince(nanos)) {
            if (System.nanoTime() - nanos > timeout.toNanos()) {
                return OptionalLong.empty();
            }
            Thread.sleep(POLL_MILLIS);
        }
        return OptionalLong.of((System.nanoTime() - nanos) / 1_000_000);
    }
}
