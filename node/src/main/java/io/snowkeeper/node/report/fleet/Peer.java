package io.snowkeeper.node.report.fleet;

import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.report.NodeReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Another node, by its last report. Thread-safe. */
final class Peer {

    /**
     * How long its report counts if there is no further one: as long as several slow answers take, and shorter than any
     * reservation.
     */
    static final Duration LIFETIME = Duration.ofSeconds(10);

    /** A node that was too slow once is asked again before it is said not to answer. */
    private static final int FAILURES_THAT_COUNT = 2;

    private final MillisClock clock;
    private final LongSupplier nanoTime;

    // Guarded by this.
    private @Nullable NodeReport last;
    private @Nullable Instant toldAt;
    private long toldAtNanos;
    private @Nullable PeerFailureException failure;
    private @Nullable Instant failingSince;
    private int failures;
    private boolean self;

    Peer(MillisClock clock, LongSupplier nanoTime) {
        this.clock = clock;
        this.nanoTime = nanoTime;
    }

    /** Takes its report. */
    synchronized void answered(NodeReport report) {
        last = report;
        toldAt = now();
        toldAtNanos = nanoTime.getAsLong();
        self = false;
        failure = null;
        failures = 0;
        failingSince = null;
    }

    /** Takes that it is the node that asks. */
    synchronized void turnedOutToBeSelf() {
        self = true;
        failure = null;
        failures = 0;
        failingSince = null;
    }

    /** Returns whether it is the node that asks, as it was found to be when it was asked. */
    synchronized boolean isSelf() {
        return self;
    }

    /** Takes that it has not answered. */
    synchronized void failed(PeerFailureException why) {
        failures += why.isCertain() ? FAILURES_THAT_COUNT : 1;
        failure = why;
        if (failingSince == null) {
            failingSince = now();
        }
    }

    /** Returns its last report, empty if it does not answer any more, has not lately, or never has. */
    synchronized Optional<NodeReport> report() {
        boolean counts = failures < FAILURES_THAT_COUNT && nanoTime.getAsLong() - toldAtNanos <= LIFETIME.toNanos();
        return Optional.ofNullable(last).filter(told -> counts);
    }

    /** Returns why there is no report, and since when; empty if it was not asked yet, or has not answered the first time. */
    synchronized Optional<String> problem() {
        PeerFailureException why = failure;
        return why == null
                ? Optional.ofNullable(toldAt).map("has reported nothing since %s"::formatted)
                : Optional.of("does not answer since %s: %s".formatted(failingSince, why.getMessage()));
    }

    synchronized Optional<String> version() {
        return Optional.ofNullable(last).map(NodeReport::version);
    }

    private Instant now() {
        return Instant.ofEpochMilli(clock.millis());
    }
}
