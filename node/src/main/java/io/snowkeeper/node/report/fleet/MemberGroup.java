package io.snowkeeper.node.report.fleet;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.LiveNode;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.node.report.NodeReport;
import io.snowkeeper.node.report.NodeState;
import io.snowkeeper.node.report.Verdict;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The claims of one process: a node that holds several worker ids has a claim for each, {@code n1}, {@code n1/2},
 * {@code n1/3}.
 *
 * @param name without the suffix of its claims
 * @param claims at least one
 */
record MemberGroup(String name, List<LiveNode> claims) {

    private record Key(String name, List<String> endpoints) {}

    static List<MemberGroup> of(FleetView view) {
        Map<Key, List<LiveNode>> groups = new LinkedHashMap<>();
        for (LiveNode claim : view.nodes()) {
            // Members that serve nowhere are distinguished by their start.
            List<String> places =
                    claim.endpoints().isEmpty() ? List.of(claim.since().toString()) : claim.endpoints();
            groups.computeIfAbsent(new Key(baseOf(claim.name()), places), key -> new ArrayList<>())
                    .add(claim);
        }
        return groups.entrySet().stream()
                .map(group -> new MemberGroup(group.getKey().name(), group.getValue()))
                .toList();
    }

    /** Returns a node's name, of that of one of its claims. */
    static String baseOf(String name) {
        return name.replaceFirst("/\\d+$", "");
    }

    /**
     * Returns those that have no session any more and have handed nothing back: their reservations have not passed.
     *
     * @param before as they were seen when they were there, by their names
     */
    static List<FleetNode> gone(FleetView view, List<MemberGroup> live, Map<String, MemberGroup> before) {
        Set<String> names = live.stream().map(MemberGroup::name).collect(Collectors.toSet());
        Map<String, List<WorkerSlot>> gone = view.slots().stream()
                .filter(slot -> slot.state() == SlotState.RESTING && slot.node().isPresent())
                .collect(Collectors.groupingBy(
                        slot -> baseOf(slot.node().orElseThrow()), TreeMap::new, Collectors.toList()));
        gone.keySet().removeAll(names);
        return gone.entrySet().stream()
                .map(one -> gone(one.getKey(), one.getValue(), Optional.ofNullable(before.get(one.getKey()))))
                .toList();
    }

    private static FleetNode gone(String name, List<WorkerSlot> slots, Optional<MemberGroup> before) {
        Instant until = slots.stream()
                .map(slot -> slot.reservedUntil().orElse(Instant.MIN))
                .max(Instant::compareTo)
                .orElseThrow();
        return new FleetNode(
                name,
                before.map(MemberGroup::kindWord),
                new NodeState(
                        NodeState.GONE,
                        Optional.empty(),
                        Optional.of(
                                "its session ended before it handed anything back: killed, or cut off; its worker ids are not taken before "
                                        + until)),
                Optional.empty(),
                slots.stream().map(WorkerSlot::workerId).toList(),
                before.map(MemberGroup::endpoints).orElse(List.of()),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    /** Returns where it serves. */
    List<String> endpoints() {
        return claims.get(0).endpoints();
    }

    /**
     * Returns where it answers HTTP, empty if it does not: an embedded member serves no requests, even if its claim
     * names an address.
     */
    Optional<URI> http() {
        return endpoints().stream()
                .filter(endpoint -> kind() == MemberKind.NODE)
                .filter(endpoint -> endpoint.startsWith("http://") || endpoint.startsWith("https://"))
                .flatMap(endpoint -> uri(endpoint).stream())
                .findFirst();
    }

    /** Any client with write access to ZooKeeper may put a malformed address there. */
    private static Optional<URI> uri(String endpoint) {
        try {
            return Optional.of(URI.create(endpoint)).filter(uri -> uri.getHost() != null);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns whether the report is that of this member. */
    boolean is(NodeReport self) {
        return kind() == MemberKind.NODE
                && name.equals(self.name())
                && (workerIds().isEmpty() || self.workerIds().containsAll(workerIds()));
    }

    private MemberKind kind() {
        return claims.get(0).kind();
    }

    private String kindWord() {
        return kind().name().toLowerCase(Locale.ROOT);
    }

    List<Long> workerIds() {
        return claims.stream()
                .flatMapToLong(claim -> claim.workerId().stream())
                .sorted()
                .boxed()
                .toList();
    }

    /** Returns the node by its own report. */
    FleetNode answered(NodeReport report) {
        return node(report.state(), Optional.of(report.version()), Optional.of(report), Optional.of(report.verdict()));
    }

    /**
     * Returns it as one that was not queried.
     *
     * @param verdict by ZooKeeper's data
     */
    FleetNode unasked(Optional<Verdict> verdict) {
        return node(
                new NodeState(
                        NodeState.LIVE,
                        Optional.empty(),
                        Optional.of("it does not answer over HTTP: only its claim is known")),
                Optional.empty(),
                Optional.empty(),
                verdict);
    }

    /**
     * Returns up to when time is reserved under all its worker ids; empty if none is.
     *
     * @param ends up to when it is, by the worker id
     */
    Optional<Instant> reservedUntil(Map<Long, Instant> ends) {
        return workerIds().stream()
                .flatMap(workerId -> Optional.ofNullable(ends.get(workerId)).stream())
                .min(Instant::compareTo);
    }

    /** Returns it as one that does not answer. */
    FleetNode silent(Peer peer) {
        return node(
                new NodeState(
                        NodeState.UNREACHABLE,
                        Optional.empty(),
                        Optional.of(peer.problem().orElse("it was asked, and has not answered yet"))),
                peer.version(),
                Optional.empty(),
                Optional.empty());
    }

    private FleetNode node(
            NodeState state, Optional<String> version, Optional<NodeReport> report, Optional<Verdict> verdict) {
        LiveNode first = claims.get(0);
        return new FleetNode(
                name,
                Optional.of(kindWord()),
                state,
                version,
                workerIds(),
                endpoints(),
                Optional.of(first.since()),
                report.map(NodeReport::startedAt),
                report.map(NodeReport::figures),
                first.idsPerSecond(),
                first.skewMillis(),
                verdict);
    }
}
