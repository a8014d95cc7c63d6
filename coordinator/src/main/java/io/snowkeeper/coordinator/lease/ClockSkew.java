package io.snowkeeper.coordinator.lease;

/**
 * The time by which our clock is ahead of ZooKeeper's (behind, if negative).
 *
 * <p>A write's mtime was taken between our reading before the request and the one after the answer. What is within that
 * span counts as no skew, so that a slow answer is never mistaken for a wrong clock.
 */
record ClockSkew(long millis) {

    static ClockSkew between(long beforeMillis, long zooKeeperMillis, long afterMillis) {
        if (zooKeeperMillis < beforeMillis) {
            return new ClockSkew(beforeMillis - zooKeeperMillis);
        }
        return new ClockSkew(Math.min(0, afterMillis - zooKeeperMillis));
    }

    boolean exceeds(long maxMillis) {
        return Math.abs(millis) > maxMillis;
    }

    String describe() {
        return "%d ms %s".formatted(Math.abs(millis), millis < 0 ? "behind" : "ahead of");
    }
}
