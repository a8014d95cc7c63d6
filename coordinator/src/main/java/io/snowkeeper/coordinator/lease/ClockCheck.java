package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.fleet.Claim;
import io.snowkeeper.coordinator.fleet.ClockSkew;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of our clock with ZooKeeper's, made before ours is trusted with a reservation. For one thread; {@link
 * #lastMeasured} may be asked from any.
 */
final class ClockCheck {

    private static final Duration WATCH_PACE = Duration.ofSeconds(20);

    private final ClaimKeeper claims;
    private final MillisClock clock;
    private final long maxSkewMillis;

    private long lastSeenMillis = Long.MIN_VALUE;
    private long lastCheckedNanos;
    private boolean suspect;
    private volatile @Nullable ClockSkew lastMeasured;

    ClockCheck(ClaimKeeper claims, MillisClock clock, Duration maxSkew) {
        this.claims = claims;
        this.clock = clock;
        this.maxSkewMillis = maxSkew.toMillis();
    }

    /** Returns whether the clock went back since it was last found right. */
    boolean isSuspect() {
        long nowMillis = clock.millis();
        suspect |= nowMillis < lastSeenMillis;
        lastSeenMillis = nowMillis;
        return suspect;
    }

    /** Compares the clocks while there is no lease yet, unless it was done lately, or found them too far apart. */
    void keepWatch(Claim claim, long nowNanos) {
        ClockSkew last = lastMeasured;
        if (last == null
                || last.problem(maxSkewMillis).isPresent()
                || nowNanos - lastCheckedNanos > WATCH_PACE.toNanos()) {
            lastCheckedNanos = nowNanos;
            checkedMillis(claim, OptionalLong.empty());
        }
    }

    /**
     * Returns our time, which is at most the allowed skew ahead of ZooKeeper's. Reservations are counted from this
     * value and not from the clock, which may have been set since.
     *
     * @param workerId the worker id for our claim
     * @throws LeaseProblemException if the clocks are too far apart
     */
    long checkedMillis(Claim claim, OptionalLong workerId) {
        long before = clock.millis();
        long written = claims.touch(claim, workerId, lastMeasured()).writtenMillis();
        ClockSkew skew = ClockSkew.between(before, written, clock.millis());
        lastMeasured = skew;
        Optional<String> problem = skew.problem(maxSkewMillis);
        if (problem.isPresent()) {
            throw new LeaseProblemException(Kind.CLOCK_SKEW, problem.get());
        }
        suspect = false;
        lastSeenMillis = before;
        return before;
    }

    Optional<ClockSkew> lastMeasured() {
        return Optional.ofNullable(lastMeasured);
    }
}
