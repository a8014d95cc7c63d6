package io.snowkeeper.client.internal.connection;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * An exponential backoff with jitter, after failures: doubled with each failure in a row up to a limit, and of that between
 * half and the whole by chance, so that many clients do not come back at one moment.
 */
public record Backoff(Duration first, Duration max, RandomGenerator random) {

    /** Beyond that, doubling the shortest time there is exceeds the longest. */
    private static final int MAX_DOUBLINGS = 40;

    /**
     * Returns how long to wait.
     *
     * @param failures how many there were in a row, from 1
     */
    public long nanosAfter(int failures) {
        int doublings = Math.min(failures - 1, MAX_DOUBLINGS);
        double whole = Math.min((double) max.toNanos(), first.toNanos() * Math.pow(2, doublings));
        return (long) (whole * (0.5 + 0.5 * random.nextDouble()));
    }
}
