package io.snowkeeper.coordinator.fleet;

import java.util.Optional;

/**
 * The time by which our clock is ahead of ZooKeeper's (behind, if negative).
 *
 * <p>A write's mtime was taken between our reading before the request and the one after the answer. A difference within
 * that span counts as no skew, so a slow answer is never mistaken for a wrong clock.
 */
public record ClockSkew(long millis) {

    /**
     * Returns the skew of an answered write.
     *
     * @param beforeMillis our clock's reading before the write was sent
     * @param zooKeeperMillis the mtime of the written record
     * @param afterMillis our clock's reading after the answer
     */
    public static ClockSkew between(long beforeMillis, long zooKeeperMillis, long afterMillis) {
        if (zooKeeperMillis < beforeMillis) {
            return new ClockSkew(beforeMillis - zooKeeperMillis);
        }
        return new ClockSkew(Math.min(0, afterMillis - zooKeeperMillis));
    }

    /** Returns the problem and its remedy if the skew is larger than allowed. */
    public Optional<String> problem(long maxMillis) {
        return Math.abs(millis) <= maxMillis
                ? Optional.empty()
                : Optional.of("our clock is %s ms %s ZooKeeper's, %s ms are allowed; set the clocks right"
                        .formatted(Math.abs(millis), millis < 0 ? "behind" : "ahead of", maxMillis));
    }
}
