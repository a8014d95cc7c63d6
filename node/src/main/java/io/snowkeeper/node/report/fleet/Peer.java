package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.NodeReport;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Another node, as far as it has told of itself. Thread-safe.
 */
final class Peer {

    /** A node that was too slow once is asked again before it is said not to answer. */
    private static final int FAILURES_THAT_COUNT = 2;

    // Guarded by this.
    private @Nullable NodeReport last;
    private @Nullable PeerFailureException failure;
    private @Nullable Instant failingSince;
    private int failures;
    private boolean self;

    /** Takes what it has told. */
    synchronized void answered(NodeReport report) {
        last = report;
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
    synchronized void failed(PeerFailureException why, Instant now) {
        failures += why.isCertain() ? FAILURES_THAT_COUNT : 1;
        failure = why;
        if (failingSince == null) {
            failingSince = now;
        }
    }

    /** Returns what it told last, empty if it does not answer any more, or never has. */
    synchronized Optional<NodeReport> report() {
        return failures >= FAILURES_THAT_COUNT ? Optional.empty() : Optional.ofNullable(last);
    }

    /** Returns why it does not answer, and since when; empty if it does, or was not asked yet. */
    synchronized Optional<String> problem() {
        PeerFailureException why = failure;
        return why == null
                ? Optional.empty()
                : Optional.of("does not answer since %s: %s".formatted(failingSince, why.getMessage()));
    }

    synchronized Optional<String> version() {
        return Optional.ofNullable(last).map(NodeReport::version);
    }
}
