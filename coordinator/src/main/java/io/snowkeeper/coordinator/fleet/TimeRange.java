package io.snowkeeper.coordinator.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/** The range of times that milliseconds can express, sums included; a payload may have been written by hand. */
public final class TimeRange {

    private static final Instant EARLIEST = Instant.EPOCH;
    public static final Instant LATEST = Instant.parse("+100000-01-01T00:00:00Z");

    private TimeRange() {}

    /**
     * Requires a time to be within this range.
     *
     * @throws IllegalArgumentException if it is before 1970 or after the year 100000
     */
    public static void require(String name, Instant time) {
        requireNonNull(time, name);
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
            throw new IllegalArgumentException("must be >= %s && <= %s: %s=%s".formatted(EARLIEST, LATEST, name, time));
        }
    }
}
