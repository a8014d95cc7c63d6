package io.snowkeeper.node.report.fleet;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.LiveNode;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.node.report.EventKind;
import io.snowkeeper.node.report.EventLog;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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

    /** Those of which the last view says for the first time that they have handed nothing back. Guarded by this. */
    private final List<Ended> doubtful = new ArrayList<>();

    /** A worker id in a member's hands, since it began. */
    private record Holding(String node, Instant since, long workerId) {}

    /** @param former the worker id's slot when it was last seen in those hands; null if it was not shown */
    private record Ended(Holding holding, @Nullable WorkerSlot former) {}

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
        List<Ended> looked = List.copyOf(doubtful);
        doubtful.clear();
        looked.forEach(ended -> tellEnd(ended, now, true));
        then.holdings().keySet().stream()
                .filter(holding -> !now.holdings().containsKey(holding))
                .map(holding -> new Ended(holding, then.slots().get(holding.workerId())))
                .forEach(ended -> tellEnd(ended, now, false));
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
                        "worker id %d was taken out of use for good".formatted(slot.workerId())));
    }

    /** Returns whether another view is needed to tell what became of a member. */
    synchronized boolean isInDoubt() {
        return !doubtful.isEmpty();
    }

    /** @param again whether this is the second view without it */
    private void tellEnd(Ended ended, Seen now, boolean again) {
        Holding holding = ended.holding();
        long workerId = holding.workerId();
        WorkerSlot slot = now.slots().get(workerId);
        if (slot == null || isHandedBack(slot, ended.former(), now.view().asOf())) {
            tell(
                    now,
                    EventKind.LEFT,
                    holding.node(),
                    workerId,
                    "left, and handed worker id %d back".formatted(workerId));
            return;
        }
        if (slot.state() == SlotState.LIVE) {
            // Somebody took it anew between two looks: after it was handed back, or after its reservation has passed.
            tell(
                    now,
                    EventKind.LEFT,
                    holding.node(),
                    workerId,
                    "left; worker id %d was taken anew since, by %s"
                            .formatted(workerId, slot.node().orElse("somebody")));
            return;
        }
        if (!again) {
            // A view has the slots from before the claims: what was handed back between the two is in the next one.
            doubtful.add(ended);
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
                "its session with ZooKeeper ended, and it has not handed worker id %d back: killed, or cut off; %s"
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
