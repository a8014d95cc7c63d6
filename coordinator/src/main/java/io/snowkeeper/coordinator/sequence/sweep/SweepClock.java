package io.snowkeeper.coordinator.sequence.sweep;

import java.util.ArrayList;
import java.util.List;

/**
 * The age of records by ZooKeeper's clock, without its jumps ahead: with another leader comes another clock, and nothing must
 * be taken for older than it is. Where the clock goes back, znodes are taken for younger, which only keeps them longer.
 * Not thread-safe.
 */
final class SweepClock {

    /** Less than this is a clock that is being set right bit by bit. */
    static final long TOLERANCE_MILLIS = 2_000;

    /** Older jumps concern nothing that is still there. */
    private static final int MAX_JUMPS = 64;

    private final List<Jump> jumps = new ArrayList<>();
    private boolean started;
    private long zooKeeperMillis;
    private long askedNanos;
    private long answeredNanos;

    /**
     * ZooKeeper's clock went ahead.
     *
     * @param before up to when znodes were created before it
     */
    private record Jump(long before, long millis) {}

    /**
     * Notes what time it is.
     *
     * @param zooKeeper by ZooKeeper's clock, in milliseconds
     * @param asked when it was asked, by System.nanoTime
     * @param answered when it had answered
     */
    void set(long zooKeeper, long asked, long answered) {
        if (started) {
            // An answer may take its time: that is no jump.
            long latest = zooKeeperMillis + (answered - askedNanos) / 1_000_000;
            long earliest = zooKeeperMillis + (asked - answeredNanos) / 1_000_000;
            if (zooKeeper - latest > TOLERANCE_MILLIS) {
                jumps.add(new Jump(latest + TOLERANCE_MILLIS, zooKeeper - earliest));
            }
            if (jumps.size() > MAX_JUMPS) {
                jumps.remove(0);
            }
        }
        started = true;
        zooKeeperMillis = zooKeeper;
        askedNanos = asked;
        answeredNanos = answered;
    }

    /** Returns whether so much time has passed since a znode was created or changed, as ZooKeeper has recorded it. */
    boolean hasPassed(long millis, long since) {
        long age = zooKeeperMillis - since;
        for (Jump jump : jumps) {
            if (since <= jump.before()) {
                age -= jump.millis();
            }
        }
        return age >= millis;
    }
}
