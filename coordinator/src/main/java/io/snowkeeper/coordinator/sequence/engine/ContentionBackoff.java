package io.snowkeeper.coordinator.sequence.engine;

import java.util.random.RandomGenerator;

/**
 * The pause before the next write while other nodes write the same sequence. Who has just written knows the new version at
 * once, and could be first again and again; so it waits as long as a loser takes to read and write. Not thread-safe.
 */
final class ContentionBackoff {

    private static final long DENIED_NANOS = 1_000_000_000;

    private static final long CONTENTION_NANOS = 1_000_000_000;
    private static final long MAX_PAUSE_NANOS = 50_000_000;
    private static final double WEIGHT = 0.2;

    private final RandomGenerator random;
    private double roundTripNanos = 2_000_000;
    private long lastConflict;
    private boolean everConflicted;
    private int losses;

    ContentionBackoff(RandomGenerator random) {
        this.random = random;
    }

    /** Notes a write that was done, and returns how long to wait before the next one. */
    long afterSuccess(long sent, long now) {
        roundTripNanos += WEIGHT * ((now - sent) - roundTripNanos);
        losses = 0;
        if (!everConflicted || now - lastConflict > CONTENTION_NANOS) {
            return 0;
        }
        return pause(roundTripNanos * (0.5 + random.nextDouble()));
    }

    /** Notes a write that another node's was before, and returns how long to wait before reading: the longer it was not our turn, the less. */
    long afterConflict(long now) {
        lastConflict = now;
        everConflicted = true;
        losses++;
        return losses > 3 ? 0 : pause(random.nextDouble() * roundTripNanos / (2 * losses));
    }

    /** Returns how long to wait after ZooKeeper did not answer, or has denied what was asked. */
    long afterNoAnswer(boolean denied) {
        return denied ? DENIED_NANOS : (long) (MAX_PAUSE_NANOS * (0.5 + random.nextDouble()));
    }

    private static long pause(double nanos) {
        return (long) Math.min(nanos, MAX_PAUSE_NANOS);
    }
}
