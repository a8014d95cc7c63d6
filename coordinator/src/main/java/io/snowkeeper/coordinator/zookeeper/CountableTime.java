package io.snowkeeper.coordinator.zookeeper;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/** The times that can be counted with in milliseconds, sums included; a payload may have been written by hand. */
final class CountableTime {

    private static final Instant EARLIEST = Instant.EPOCH;
    static final Instant LATEST = Instant.parse("+100000-01-01T00:00:00Z");

    private CountableTime() {}

    /** @throws IllegalArgumentException if the time is before 1970 or after the year 100000 */
    static void require(String name, Instant time) {
        requireNonNull(time, name);
        if (time.isBefore(EARLIEST) || time.isAfter(LATEST)) {
            throw new IllegalArgumentException("must be >= %s && <= %s: %s=%s".formatted(EARLIEST, LATEST, name, time));
        }
    }
}
