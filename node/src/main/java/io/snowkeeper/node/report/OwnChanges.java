package io.snowkeeper.node.report;

import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.ReadinessCheck;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** A watch on a node's own state, which writes an event where that has changed from one look to the next. For one thread. */
final class OwnChanges {

    private final NodeSources sources;
    private final EventLog events;

    private @Nullable Seen before;

    /** What one look has seen. */
    private record Seen(
            Set<Long> workerIds,
            boolean connected,
            boolean draining,
            NodeState state,
            long clockRollbacks,
            long sessionLosses,
            String problem) {}

    OwnChanges(NodeSources sources, EventLog events) {
        this.sources = sources;
        this.events = events;
    }

    void look() {
        Seen now = see();
        Seen then = before;
        before = now;
        if (then == null) {
            tell(EventKind.STARTED, "version %s began".formatted(sources.version()));
            then = new Seen(
                    Set.of(),
                    now.connected(),
                    false,
                    new NodeState(NodeState.NOT_READY, now.state().reason(), Optional.empty()),
                    0,
                    0,
                    "");
        }
        workerIds(then, now);
        connection(then, now);
        if (now.draining() && !then.draining()) {
            tell(EventKind.DRAIN_BEGUN, "told to stop; it answers until balancers have turned away");
        }
        if (now.clockRollbacks() > then.clockRollbacks()) {
            tell(EventKind.CLOCK_SET_BACK, "the clock was found set back, by more than it is trimmed");
        }
        readiness(then, now);
    }

    private void workerIds(Seen then, Seen now) {
        for (long workerId : now.workerIds()) {
            if (!then.workerIds().contains(workerId)) {
                tell(EventKind.WORKER_ID_TAKEN, OptionalLong.of(workerId), "took worker id " + workerId);
            }
        }
        for (long workerId : then.workerIds()) {
            if (!now.workerIds().contains(workerId)) {
                tell(
                        EventKind.WORKER_ID_LOST,
                        OptionalLong.of(workerId),
                        "lost worker id " + workerId + (now.problem().isEmpty() ? "" : ": " + now.problem()));
            }
        }
    }

    private void connection(Seen then, Seen now) {
        if (then.connected() && !now.connected()) {
            tell(EventKind.ZOOKEEPER_AWAY, now.problem().isEmpty() ? "ZooKeeper cannot be reached" : now.problem());
        }
        if (!then.connected() && now.connected()) {
            tell(EventKind.ZOOKEEPER_BACK, "ZooKeeper is reached");
        }
        if (now.sessionLosses() > then.sessionLosses()) {
            tell(EventKind.SESSION_LOST, "the session with ZooKeeper ended; another one is made");
        }
    }

    private void readiness(Seen then, Seen now) {
        boolean was = then.state().word().equals(NodeState.READY);
        boolean is = now.state().word().equals(NodeState.READY);
        if (is && !was) {
            tell(EventKind.READY, "ready");
        }
        boolean otherReason = !now.state().reason().equals(then.state().reason());
        if (!is && !now.draining() && (was || otherReason)) {
            events.add(
                    now(),
                    EventKind.NOT_READY,
                    sources.name(),
                    OptionalLong.empty(),
                    now.state().reason(),
                    now.state().detail().orElse("not ready"));
        }
    }

    private Seen see() {
        List<MembershipStatus> memberships = sources.members().memberships();
        TreeSet<Long> workerIds = new TreeSet<>();
        memberships.forEach(member -> member.workerId().ifPresent(workerIds::add));
        boolean draining = sources.drain().hasBegun();
        Readiness.Report report = sources.readiness().check();
        List<LeaseCounts> leases = sources.members().leaseCounts();
        return new Seen(
                workerIds,
                memberships.stream().allMatch(MembershipStatus::connected),
                draining,
                NodeState.of(report, draining),
                sources.clockRollbacks(),
                leases.stream().mapToLong(LeaseCounts::sessionLosses).max().orElse(0),
                memberships.stream()
                        .flatMap(member -> member.problem().stream())
                        .map(MembershipProblem::text)
                        .findFirst()
                        .or(() -> report.problem().map(ReadinessCheck::detail))
                        .orElse(""));
    }

    private void tell(EventKind kind, String detail) {
        tell(kind, OptionalLong.empty(), detail);
    }

    private void tell(EventKind kind, OptionalLong workerId, String detail) {
        events.add(now(), kind, sources.name(), workerId, detail);
    }

    private Instant now() {
        return Instant.ofEpochMilli(sources.clock().millis());
    }
}
