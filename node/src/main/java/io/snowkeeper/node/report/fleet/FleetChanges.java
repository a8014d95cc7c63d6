package io.snowkeeper.node.report.fleet;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.LiveNode;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.node.report.EventKind;
import io.snowkeeper.node.report.EventLog;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A watch on the fleet, which writes an event where a view of it differs from the one before: who came, who left, and who is gone
 * without a word. Thread-safe.
 */
public final class FleetChanges {

    private final String self;
    private final EventLog events;

    /** Guarded by this. */
    private @Nullable Seen before;

    /** A worker id in a member's hands, since it began. */
    private record Holding(String node, Instant since, long workerId) {}

    private record Seen(FleetView view, Map<Holding, LiveNode> holdings, Map<Long, WorkerSlot> slots) {
        static Seen of(FleetView view, String self) {
            Map<Holding, LiveNode> holdings = new LinkedHashMap<>();
            for (LiveNode node : view.nodes()) {
                if (!MemberGroup.baseOf(node.name()).equals(self)) {
                    node.workerId()
                            .ifPresent(
                                    workerId -> holdings.put(new Holding(node.name(), node.since(), workerId), node));
                }
            }
            return new Seen(
                    view,
                    holdings,
                    view.slots().stream()
                            .collect(Collectors.toMap(WorkerSlot::workerId, Function.identity(), (one, other) -> one)));
        }
    }

    /** @param self the name of the node that looks, which tells itself what becomes of it */
    public FleetChanges(String self, EventLog events) {
        this.self = self;
        this.events = events;
    }

    /** Takes note of a view. The first one, and one that was there already, tell no change. */
    public synchronized void note(FleetView view) {
        Seen then = before;
        if (then != null && then.view().equals(view)) {
            return;
        }
        Seen now = Seen.of(view, self);
        before = now;
        if (then == null) {
            return;
        }
        then.holdings().keySet().stream()
                .filter(holding -> !now.holdings().containsKey(holding))
                .forEach(holding -> ended(holding, then, now));
        now.holdings().keySet().stream()
                .filter(holding -> !then.holdings().containsKey(holding))
                .forEach(holding -> tell(
                        now,
                        EventKind.JOINED,
                        holding.node(),
                        holding.workerId(),
                        "has worker id " + holding.workerId()));
        now.slots().values().stream()
                .filter(slot -> slot.state() == SlotState.RETIRED)
                .filter(slot -> stateIn(then, slot.workerId()) != SlotState.RETIRED)
                .forEach(slot -> tell(
                        now,
                        EventKind.RETIRED,
                        slot.node().orElse("nobody"),
                        slot.workerId(),
                        "worker id %s was taken out of use for good".formatted(slot.workerId())));
    }

    private void ended(Holding holding, Seen then, Seen now) {
        long workerId = holding.workerId();
        WorkerSlot slot = now.slots().get(workerId);
        if (slot == null
                || isHandedBack(slot, then.slots().get(workerId), now.view().asOf())) {
            tell(
                    now,
                    EventKind.LEFT,
                    holding.node(),
                    workerId,
                    "left, and handed worker id %s back".formatted(workerId));
            return;
        }
        if (slot.state() == SlotState.LIVE) {
            // Somebody took it anew between two looks: after it was handed back, or after its reservation has passed.
            tell(
                    now,
                    EventKind.LEFT,
                    holding.node(),
                    workerId,
                    "left; worker id %s was taken anew since, by %s"
                            .formatted(workerId, slot.node().orElse("somebody")));
            return;
        }
        String rest = slot.state() == SlotState.RESTING
                ? "it rests until "
                        + slot.reservedUntil().map(Instant::toString).orElse("its reservation has passed")
                : "it is " + slot.state().name().toLowerCase(Locale.ROOT) + " now";
        tell(
                now,
                EventKind.GONE,
                holding.node(),
                workerId,
                "its session with ZooKeeper ended, and it has not handed worker id %s back: killed, or cut off; %s"
                        .formatted(workerId, rest));
    }

    /**
     * Who hands back takes back what it has reserved and not used. So its reservation ends before it did, or, if it was renewed since
     * we looked, has passed.
     */
    private static boolean isHandedBack(WorkerSlot slot, @Nullable WorkerSlot before, Instant asOf) {
        if (slot.state() != SlotState.FREE && slot.state() != SlotState.RESTING) {
            return false;
        }
        Instant until = slot.reservedUntil().orElse(Instant.MAX);
        Instant former = before == null ? Instant.MAX : before.reservedUntil().orElse(Instant.MAX);
        return until.isBefore(former) || (!until.isAfter(asOf) && !until.equals(former));
    }

    private static @Nullable SlotState stateIn(Seen seen, long workerId) {
        WorkerSlot slot = seen.slots().get(workerId);
        return slot == null ? null : slot.state();
    }

    private void tell(Seen now, EventKind kind, String node, long workerId, String detail) {
        events.add(now.view().asOf(), kind, node, OptionalLong.of(workerId), detail);
    }
}
