package io.snowkeeper.loadtest.chaos.fleet;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The times at which ids were given, by {@link System#nanoTime}: the last one, and pauses. Thread-safe. */
public final class ServiceTimes {

    private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final List<Pause> pauses = new ArrayList<>();
    private long lastNanos = System.nanoTime();
    private boolean everGiven;

    private record Pause(long fromNanos, long untilNanos) {}

    ServiceTimes() {}

    /** Ids came in just now. */
    public synchronized void given() {
        long now = System.nanoTime();
        if (everGiven && now - lastNanos > SHORTEST_PAUSE_NANOS) {
            pauses.add(new Pause(lastNanos, now));
        }
        lastNanos = now;
        everGiven = true;
    }

    /** Returns whether ids came in after that time. */
    public synchronized boolean givenSince(long nanos) {
        return everGiven && lastNanos - nanos > 0;
    }

    /** Returns the longest pause that ended after that time in milliseconds, 0 if there was none worth the name. */
    public synchronized long longestPauseMillis(long sinceNanos) {
        return pauses.stream()
                .filter(pause -> pause.untilNanos() - sinceNanos > 0)
                .mapToLong(pause -> (pause.untilNanos() - pause.fromNanos()) / 1_000_000)
                .max()
                .orElse(0);
    }

    synchronized long lastNanos() {
        return lastNanos;
    }
}
