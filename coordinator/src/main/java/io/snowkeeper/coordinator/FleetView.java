package io.snowkeeper.coordinator;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The fleet as a node saw it in ZooKeeper at one moment: for people and dashboards, not to decide by.
 *
 * @param asOf when it was read, by the node's clock
 * @param fleetId the fleet's id, empty while it is not known
 * @param workerIds how many worker ids the layout has
 * @param slots the worker ids that were ever taken, in their order; the others are free
 * @param nodes the nodes and embedded members that have a live claim, by name and worker id
 */
public record FleetView(
        Instant asOf, Optional<String> fleetId, long workerIds, List<WorkerSlot> slots, List<LiveNode> nodes) {

    public FleetView {
        requireNonNull(asOf);
        requireNonNull(fleetId);
        slots = List.copyOf(slots);
        nodes = List.copyOf(nodes);
    }

    /** Returns how many worker ids are in a state. */
    public long count(SlotState state) {
        long listed = slots.stream().filter(slot -> slot.state() == state).count();
        return state == SlotState.FREE ? listed + workerIds - slots.size() : listed;
    }

    /** Returns how many worker ids of a range are free. */
    public long free(WorkerIdRange range) {
        return range.size()
                - slots.stream()
                        .filter(slot -> slot.state() != SlotState.FREE && range.contains(slot.workerId()))
                        .count();
    }

    /** A state of a worker id. */
    public enum SlotState {
        /** It has no holder, and a node may take it. */
        FREE,
        /** A node has it. */
        LIVE,
        /** Its node has gone, and its reservation has not passed yet. */
        RESTING,
        /** It was taken out of use for good. */
        RETIRED,
        /** Its znode cannot be read; no node takes it. */
        UNREADABLE
    }

    /**
     * A worker id that was taken at some time.
     *
     * @param node its holder, or its last one; empty if that cannot be read
     * @param reservedUntil the end of its reservation, empty if that cannot be read
     */
    public record WorkerSlot(long workerId, SlotState state, Optional<String> node, Optional<Instant> reservedUntil) {
        public WorkerSlot {
            requireNonNull(state);
            requireNonNull(node);
            requireNonNull(reservedUntil);
        }
    }

    /**
     * A live node or embedded member, as its claim describes it.
     *
     * @param name its name
     * @param kind its kind
     * @param workerId the worker id that it holds, empty while it has none
     * @param endpoints where it serves; nowhere, if it is embedded
     * @param since when it joined, by its own clock
     * @param skewMillis its clock less ZooKeeper's when it last looked, empty if it does not say
     * @param idsPerSecond how many ids it gave out lately, on average since the claim was written before; empty if it
     *     does not say
     */
    public record LiveNode(
            String name,
            MemberKind kind,
            OptionalLong workerId,
            List<String> endpoints,
            Instant since,
            OptionalLong skewMillis,
            OptionalDouble idsPerSecond) {
        public LiveNode {
            requireNonNull(name);
            requireNonNull(kind);
            requireNonNull(workerId);
            endpoints = List.copyOf(endpoints);
            requireNonNull(since);
            requireNonNull(skewMillis);
            requireNonNull(idsPerSecond);
        }
    }
}
