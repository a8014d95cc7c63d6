package io.snowkeeper.node.report.fleet;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.report.NodeReport;
import io.snowkeeper.node.report.NodeReporter;
import io.snowkeeper.node.report.NodeSources;
import io.snowkeeper.node.report.Standing;
import io.snowkeeper.node.report.Standing.AtRisk;
import io.snowkeeper.node.report.Standing.Given;
import io.snowkeeper.node.report.Standing.Refused;
import io.snowkeeper.node.report.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The reports of a node on its whole fleet: ZooKeeper's data, the others' answers, and its own observations. Others are
 * queried when a report is requested, and at no other time. Thread-safe.
 */
public final class FleetReports {

    private final Supplier<CompletionStage<FleetView>> views;
    private final NodeReporter own;
    private final Peers peers;
    private final MillisClock clock;

    /** The fleet as of the last look. */
    private volatile @Nullable FleetView seen;

    /** Those that the fleet's slots name, as they were seen last. */
    private volatile Map<String, MemberGroup> members = Map.of();

    /**
     * @param views looks at the fleet
     * @param client asks other nodes
     */
    public FleetReports(
            Supplier<CompletionStage<FleetView>> views, NodeReporter own, NodeSources sources, PeerClient client) {
        this.views = views;
        this.own = own;
        this.clock = sources.clock();
        this.peers = new Peers(client, this::isSelf, clock, sources.nanoTime());
    }

    /** Returns the node's report on itself. */
    public NodeReport own() {
        return own.report();
    }

    /** Returns since when this node cannot reach ZooKeeper; empty if it can. */
    public Optional<Instant> zooKeeperAwaySince() {
        return own.zooKeeperAwaySince();
    }

    /** Returns the fleet as ZooKeeper has it. Never blocks. */
    public CompletionStage<FleetView> view() {
        return views.get().thenApply(this::note);
    }

    private FleetView note(FleetView view) {
        Map<String, MemberGroup> now = new HashMap<>(members);
        now.keySet()
                .retainAll(view.slots().stream()
                        .flatMap(slot -> slot.node().stream())
                        .map(MemberGroup::baseOf)
                        .collect(Collectors.toSet()));
        MemberGroup.of(view).forEach(group -> now.put(group.name(), group));
        members = now;
        seen = view;
        return view;
    }

    /**
     * Returns the verdict by the data at hand: this node's own report, and others as ZooKeeper had them at the last
     * look. Queries no other node, and never waits.
     *
     * @param self {@link #own}
     */
    public Verdict known(NodeReport self) {
        FleetView view = seen;
        return view == null
                ? self.verdict()
                : report(view, self, MemberGroup.of(view), Map.of()).verdict();
    }

    /** Returns how the fleet stands. Never blocks; fails as the view of the fleet does. */
    public CompletionStage<FleetReport> fleet() {
        return view().thenCompose(view -> {
            NodeReport self = own.report();
            List<MemberGroup> groups = MemberGroup.of(view);
            List<Peers.Address> others = new ArrayList<>();
            for (MemberGroup group : groups) {
                if (!group.is(self)) {
                    group.http().ifPresent(url -> others.add(new Peers.Address(group.name(), url)));
                }
            }
            return peers.ask(others, view.fleetId().or(self::fleet).orElse(""))
                    .thenApply(asked -> report(view, self, groups, asked));
        });
    }

    /** Before its worker id is granted, and after a restart, a node cannot recognize its own claims by them alone. */
    private boolean isSelf(NodeReport report) {
        return report.name().equals(own.name()) && report.startedAt().equals(own.startedAt());
    }

    private FleetReport report(
            FleetView view, NodeReport self, List<MemberGroup> groups, Map<Peers.Address, Peer> asked) {
        List<FleetNode> nodes = new ArrayList<>();
        Map<String, Double> sequences = new HashMap<>(self.sequences());
        Map<Long, Instant> ends = new HashMap<>();
        view.slots().forEach(slot -> slot.reservedUntil().ifPresent(end -> ends.put(slot.workerId(), end)));
        boolean listed = groups.stream().anyMatch(group -> group.is(self));
        for (MemberGroup group : groups) {
            Peer peer = group.http()
                    .map(url -> asked.get(new Peers.Address(group.name(), url)))
                    .orElse(null);
            if (group.is(self)) {
                nodes.add(group.answered(self));
            } else if (peer != null && peer.isSelf()) {
                if (!listed) {
                    nodes.add(group.answered(self));
                    listed = true;
                }
            } else if (peer == null) {
                nodes.add(group.unasked(asFarAsZooKeeperTells(group.reservedUntil(ends), view.asOf(), self)));
            } else {
                nodes.add(peer.report().map(group::answered).orElseGet(() -> group.silent(peer)));
                peer.report()
                        .ifPresent(report -> report.sequences()
                                .forEach((sequence, rate) -> sequences.merge(sequence, rate, Double::sum)));
            }
        }
        nodes.addAll(MemberGroup.gone(view, groups, members));
        nodes.sort(Comparator.comparing(FleetNode::name));
        return new FleetReport(
                own.name(), Instant.ofEpochMilli(clock.millis()), view, nodes, sequences, verdict(nodes, self, listed));
    }

    /** @param listed whether this node is among the others */
    private static Verdict verdict(List<FleetNode> nodes, NodeReport self, boolean listed) {
        List<FleetNode> serving = nodes.stream().filter(FleetReport::isNode).toList();
        List<Verdict> told = Stream.concat(
                        serving.stream().flatMap(node -> node.verdict().stream()),
                        listed ? Stream.empty() : Stream.of(self.verdict()))
                .toList();
        return Verdict.together(told, serving.size() + (listed ? 0 : 1));
    }

    /**
     * While this node can renew, so can one that was not contacted; cut off, that one goes on to the end of its
     * reservation.
     */
    private Optional<Verdict> asFarAsZooKeeperTells(Optional<Instant> reservedUntil, Instant asOf, NodeReport self) {
        Instant held = self.connected() ? asOf : Instant.ofEpochMilli(clock.millis());
        return reservedUntil
                .filter(end -> end.isAfter(held))
                .map(end -> new Verdict(
                        self.connected()
                                ? Given.BY_ONE
                                : new AtRisk(1, 1, end, UnavailableReason.ZOOKEEPER_AWAY.text()),
                        sequencesOfOthers(self)));
    }

    /**
     * If sequences are refused while ZooKeeper is away, or after a restore, no node serves them; all other reasons are
     * this node's own.
     */
    private static Standing sequencesOfOthers(NodeReport self) {
        Standing ours = self.verdict().sequences();
        if (ours.cause()
                .filter(UnavailableReason.ENSEMBLE_RESTORED.text()::equals)
                .isPresent()) {
            return ours;
        }
        return self.connected() ? Given.BY_ONE : new Refused(1, UnavailableReason.ZOOKEEPER_AWAY.text());
    }
}
