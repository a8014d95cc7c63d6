package io.snowkeeper.node.report.fleet;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.LiveNode;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.coordinator.MemberKind;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Views of a fleet to test with. */
final class Views {

    static final Instant T = Instant.parse("2026-11-21T19:31:17Z");

    private Views() {}

    static FleetView view(long second, List<LiveNode> nodes, WorkerSlot... slots) {
        return new FleetView(T.plusSeconds(second), Optional.of("fleet"), 1024, List.of(slots), nodes);
    }

    static WorkerSlot slot(long workerId, SlotState state, String node, long until) {
        return new WorkerSlot(workerId, state, Optional.of(node), Optional.of(T.plusSeconds(until)));
    }

    static LiveNode node(String name, long workerId) {
        return node(name, workerId, List.of(name + ":7070", "http://" + name + ":7071"), MemberKind.NODE);
    }

    static LiveNode node(String name, long workerId, List<String> endpoints, MemberKind kind) {
        return new LiveNode(
                name, kind, OptionalLong.of(workerId), endpoints, T, OptionalLong.of(3), OptionalDouble.of(50));
    }
}
