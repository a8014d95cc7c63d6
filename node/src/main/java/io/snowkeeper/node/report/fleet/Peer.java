package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.EventLog;
import io.snowkeeper.node.report.NodeEvent;
import io.snowkeeper.node.report.NodeReport;
import io.snowkeeper.node.report.RateHistory;
import io.snowkeeper.node.report.RateSeries;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Another node, as far as it has told of itself. What it told stays known after its end, so that a killed node leaves its history and
 * its events. Thread-safe.
 */
final class Peer {

    /** A node that was too slow once is asked again before it is said not to answer. */
    private static final int FAILURES_THAT_COUNT = 2;

    private final String name;
    private final RateHistory history = new RateHistory();
    private final ArrayDeque<NodeEvent> events = new ArrayDeque<>();

    // Guarded by this.
    private @Nullable NodeReport last;
    private @Nullable PeerFailureException failure;
    private @Nullable Instant failingSince;
    private int failures;
    private long lastEvent;
    private boolean self;

    Peer(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /**
     * Takes what it has told.
     *
     * @return whether it was said not to answer before
     */
    synchronized boolean answered(NodeReport report) {
        NodeReport before = last;
        last = report;
        self = false;
        history.putAll(report.history());
        // Where its clock was set back, or it came back with another one: what is ahead of it will be told anew.
        history.forgetFrom(report.asOf().getEpochSecond());
        if (before != null && !before.startedAt().equals(report.startedAt())) {
            // Started anew, so that its events count from 1 again: what it told now was asked for by the old count.
            lastEvent = 0;
        } else {
            take(report.events());
        }
        boolean wasFailing = failures >= FAILURES_THAT_COUNT;
        failure = null;
        failures = 0;
        failingSince = null;
        return wasFailing;
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

    private void take(List<NodeEvent> told) {
        for (NodeEvent event : told) {
            if (event.number() > lastEvent) {
                lastEvent = event.number();
                events.add(event);
            }
        }
        while (events.size() > EventLog.SIZE) {
            events.remove();
        }
    }

    /**
     * Takes that it has not answered.
     *
     * @return whether it is said not to answer from now on, and has answered before
     */
    synchronized boolean failed(PeerFailureException why, Instant now) {
        boolean wasFailing = failures >= FAILURES_THAT_COUNT;
        failures += why.isCertain() ? FAILURES_THAT_COUNT : 1;
        failure = why;
        if (failingSince == null) {
            failingSince = now;
        }
        return !wasFailing && failures >= FAILURES_THAT_COUNT && last != null;
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

    /** Returns the second after which its history is to be asked for. */
    synchronized long historyAfter() {
        return history.newest();
    }

    /** Returns the number after which its events are to be asked for. */
    synchronized long eventsAfter() {
        return lastEvent;
    }

    RateSeries history(long after) {
        return history.after(after);
    }

    synchronized List<NodeEvent> events() {
        return List.copyOf(events);
    }
}
