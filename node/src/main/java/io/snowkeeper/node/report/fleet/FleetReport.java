package io.snowkeeper.node.report.fleet;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.node.report.NodeFigures;
import io.snowkeeper.node.report.NodeState;
import io.snowkeeper.node.report.Verdict;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The fleet with the figures of its nodes, the same from every node.
 *
 * @param answeredBy the name of the node that collected them
 * @param answeredAt when it did, by its clock
 * @param view the fleet by ZooKeeper's data
 * @param nodes by their names; those that are gone, while their worker ids rest, included
 * @param sequences how many numbers all nodes together give a second, by the sequence's name
 * @param verdict whether the fleet issues ids and numbers
 */
public record FleetReport(
        String answeredBy,
        Instant answeredAt,
        FleetView view,
        List<FleetNode> nodes,
        Map<String, Double> sequences,
        Verdict verdict) {

    private static final String NODE = MemberKind.NODE.name().toLowerCase(Locale.ROOT);

    public FleetReport {
        requireNonNull(answeredBy);
        requireNonNull(answeredAt);
        requireNonNull(view);
        nodes = List.copyOf(nodes);
        sequences = Map.copyOf(sequences);
        requireNonNull(verdict);
    }

    /** Returns how many ids all of them together give a second, as far as it is known. */
    public double idsPerSecond() {
        return nodes.stream().mapToDouble(node -> node.idsPerSecond().orElse(0)).sum();
    }

    /** Returns whether each node has reported its rate itself. */
    public boolean isRateComplete() {
        return nodes.stream()
                .noneMatch(
                        node -> node.figures().isEmpty() && !node.state().word().equals(NodeState.GONE));
    }

    /** Returns how many nodes are ready. */
    public long nodesReady() {
        return nodes.stream()
                .filter(node -> node.state().word().equals(NodeState.READY))
                .count();
    }

    /** Returns how many nodes there are, those that are gone included, and embedded members not. */
    public long nodesTotal() {
        return nodes.stream().filter(FleetReport::isNode).count();
    }

    /** Returns whether it serves others, or did: an embedded member does not. One that is gone and was not seen before passes for a node. */
    static boolean isNode(FleetNode node) {
        return node.kind().orElse(NODE).equals(NODE);
    }

    /** Returns the worker id in use whose ids end first: by its reservation, or earlier where its node says so, whose disk may take no writes. */
    public Optional<WorkerSlot> leastReservation() {
        Map<Long, Instant> said = new HashMap<>();
        for (FleetNode node : nodes) {
            // A node with several worker ids reports the first end alone, not which worker id it is of.
            if (node.workerIds().size() == 1) {
                node.figures()
                        .flatMap(NodeFigures::reservedUntil)
                        .ifPresent(until -> said.put(node.workerIds().get(0), until));
            }
        }
        return view.slots().stream()
                .filter(slot ->
                        slot.state() == SlotState.LIVE && slot.reservedUntil().isPresent())
                .map(slot -> endingBy(said.get(slot.workerId()), slot))
                .min(Comparator.comparing(slot -> slot.reservedUntil().orElseThrow()));
    }

    private static WorkerSlot endingBy(@Nullable Instant said, WorkerSlot slot) {
        return said != null && said.isBefore(slot.reservedUntil().orElseThrow())
                ? new WorkerSlot(slot.workerId(), slot.state(), slot.node(), Optional.of(said))
                : slot;
    }
}
