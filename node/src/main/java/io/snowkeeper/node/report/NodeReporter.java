package io.snowkeeper.node.report;

import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.Readiness;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A reporter of how its own node stands. {@link #look} is for one thread, a few times a second; the rest is thread-safe. Nothing here is
 * touched by requests.
 */
public final class NodeReporter {

    private static final double HALF = 0.5;
    private static final double NEARLY_ALL = 0.99;

    private final NodeSources sources;
    private final Instant startedAt;
    private final IdRate ids = new IdRate();
    private final RecentRequests requests = new RecentRequests();
    private final SequenceRates sequences = new SequenceRates();
    private volatile @Nullable Instant awaySince;

    /** Makes one for a node that begins now. */
    public NodeReporter(NodeSources sources) {
        this.sources = sources;
        this.startedAt = Instant.ofEpochMilli(sources.clock().millis());
    }

    /** Takes samples once a second, and note of when ZooKeeper goes away. */
    public void look() {
        Instant before = awaySince;
        awaySince = isConnected() ? null : before == null ? now() : before;
        long nanos = sources.nanoTime().getAsLong();
        if (ids.look(nanos, sources.ports().idsIssued())) {
            requests.add(RequestTotals.of(sources.ports().tallies()));
            sequences.add(nanos, sources.sequences()::sequenceUsage);
        }
    }

    /** Returns since when ZooKeeper cannot be reached; empty if it can. */
    public Optional<Instant> zooKeeperAwaySince() {
        return isConnected() ? Optional.empty() : Optional.ofNullable(awaySince).or(() -> Optional.of(now()));
    }

    private boolean isConnected() {
        return sources.members().memberships().stream().allMatch(MembershipStatus::connected);
    }

    private Instant now() {
        return Instant.ofEpochMilli(sources.clock().millis());
    }

    /** Returns the node's name. */
    public String name() {
        return sources.name();
    }

    /** Returns when the node's process began, by its clock. */
    public Instant startedAt() {
        return startedAt;
    }

    /** Returns how the node stands. */
    public NodeReport report() {
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
                now(),
                memberships.stream().allMatch(MembershipStatus::connected),
                NodeState.of(readiness, draining),
                memberships.stream()
                        .flatMapToLong(member -> member.workerId().stream())
                        .boxed()
                        .sorted()
                        .toList(),
                figures(memberships),
                sequences.now(
                        sources.nanoTime().getAsLong(), sources.sequences().sequenceUsage()),
                verdict(memberships, readiness));
    }

    private Verdict verdict(List<MembershipStatus> memberships, Readiness.Report readiness) {
        Instant now = now();
        Drain drain = sources.drain();
        return new OwnVerdict(
                        readiness,
                        memberships,
                        sources.sequences().sequenceRefusal(),
                        drain.hasBegun() ? Optional.of(now.plus(drain.remaining())) : Optional.empty(),
                        now)
                .judge();
    }

    private NodeFigures figures(List<MembershipStatus> memberships) {
        return new NodeFigures(
                sources.ports().idsIssued(),
                ids.mean(),
                requests.quantileMillis(HALF),
                requests.quantileMillis(NEARLY_ALL),
                requests.errorsPerSecond(),
                sources.ports().connections(),
                reservedUntil(memberships),
                skew(memberships));
    }

    static Optional<Instant> reservedUntil(List<MembershipStatus> memberships) {
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
