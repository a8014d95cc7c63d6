package io.snowkeeper.node.report;

import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.node.service.Readiness;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A reporter of what its own node does: it samples figures while time goes on, so that whoever looks finds a quarter of an hour of
 * them. {@link #look} is for one thread, a few times a second; the rest is thread-safe. Nothing here is touched by requests.
 */
public final class NodeReporter {

    /** The rate that is told is the mean of so many seconds: long enough to be steady, short enough to be now. */
    static final int RATE_SECONDS = 10;

    private static final int MILLIS = 1000;
    private static final double HALF = 0.5;
    private static final double NEARLY_ALL = 0.99;

    private final NodeSources sources;
    private final EventLog events;
    private final Instant startedAt;
    private final RateHistory history = new RateHistory();
    private final RateSampler sampler;
    private final RecentRequests requests = new RecentRequests();
    private final SequenceRates sequences = new SequenceRates();
    private final OwnChanges changes;

    /** @param events where it writes what has changed */
    public NodeReporter(NodeSources sources, EventLog events) {
        this.sources = sources;
        this.events = events;
        this.startedAt = Instant.ofEpochMilli(sources.clock().millis());
        this.sampler = new RateSampler(history, sources.nanoTime().getAsLong());
        this.changes = new OwnChanges(sources, events);
    }

    /** Looks at what has changed, and takes samples once a second. */
    public void look() {
        long nanos = sources.nanoTime().getAsLong();
        long second = Math.floorDiv(sources.clock().millis(), MILLIS);
        if (sampler.look(second, nanos, sources.ports().idsIssued())) {
            requests.add(RequestTotals.of(sources.ports().tallies()));
            sequences.add(nanos, sources.sequences()::sequenceUsage);
        }
        changes.look();
    }

    /** Returns the node's name. */
    public String name() {
        return sources.name();
    }

    /** Returns when the node's process began, by its clock. */
    public Instant startedAt() {
        return startedAt;
    }

    /** Returns its rates after a Unix second, as far back as they are kept. */
    public RateSeries history(long after) {
        return history.after(after);
    }

    /** Returns all of its events that are kept, oldest first. */
    public List<NodeEvent> events() {
        return events.after(0);
    }

    /**
     * Returns how the node stands.
     *
     * @param historyAfter the Unix second after which the history is told
     * @param eventsAfter the number after which events are told
     */
    public NodeReport report(long historyAfter, long eventsAfter) {
        List<MembershipStatus> memberships = sources.members().memberships();
        boolean draining = sources.drain().hasBegun();
        Readiness.Report readiness = sources.readiness().check();
        return new NodeReport(
                sources.name(),
                sources.version(),
                memberships.stream()
                        .flatMap(member -> member.fleetId().stream())
                        .findFirst(),
                startedAt,
                Instant.ofEpochMilli(sources.clock().millis()),
                memberships.stream().allMatch(MembershipStatus::connected),
                NodeState.of(readiness, draining),
                memberships.stream()
                        .flatMapToLong(member -> member.workerId().stream())
                        .boxed()
                        .sorted()
                        .toList(),
                figures(memberships),
                history.after(historyAfter),
                events.after(eventsAfter),
                sequences.now(
                        sources.nanoTime().getAsLong(), sources.sequences().sequenceUsage()));
    }

    private NodeFigures figures(List<MembershipStatus> memberships) {
        return new NodeFigures(
                sources.ports().idsIssued(),
                history.mean(RATE_SECONDS),
                requests.quantileMillis(HALF),
                requests.quantileMillis(NEARLY_ALL),
                requests.errorsPerSecond(),
                sources.ports().connections(),
                reservedUntil(memberships),
                skew(memberships));
    }

    private static Optional<Instant> reservedUntil(List<MembershipStatus> memberships) {
        return memberships.stream()
                .flatMapToLong(member -> member.goesOnUntilMillis().stream())
                .boxed()
                .min(Long::compare)
                .map(Instant::ofEpochMilli);
    }

    private static OptionalLong skew(List<MembershipStatus> memberships) {
        return memberships.stream()
                .flatMapToLong(member -> member.skewMillis().stream())
                .boxed()
                .max((one, other) -> Long.compare(Math.abs(one), Math.abs(other)))
                .map(OptionalLong::of)
                .orElse(OptionalLong.empty());
    }
}
