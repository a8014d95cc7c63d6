package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.fleet.ExpectedSlot;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetRecord;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.RestoreRecord;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotFences;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.state.NodeState;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.state.SeenEnsemble;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state that this node's previous process left in the state directory, and its consequences: whether the clock went
 * back while the node was down, and which slot may be taken up again at once.
 */
final class PreviousRun {

    private static final Logger log = LoggerFactory.getLogger(PreviousRun.class);

    /** A placeholder: without a state, the range is not used. */
    private static final WorkerIdRange NO_RANGE = new WorkerIdRange(0, 0);

    private final Optional<NodeState> state;
    private final WorkerIdRange range;
    private final Optional<String> place;
    private final Optional<SequenceNotes> notes;
    private final boolean toldRestored;
    private final long waitMillis;
    private final boolean acceptRollback;
    private volatile boolean clockWentBack;

    private PreviousRun(
            Optional<NodeState> state,
            WorkerIdRange range,
            Optional<String> place,
            Optional<SequenceNotes> notes,
            boolean toldRestored,
            long waitMillis,
            boolean acceptRollback) {
        this.state = state;
        this.range = range;
        this.place = place;
        this.notes = notes;
        this.toldRestored = toldRestored;
        this.waitMillis = waitMillis;
        this.acceptRollback = acceptRollback;
    }

    /**
     * The clock may be back by the lead of the state over its use, and by the allowance of the settings, without a
     * message.
     */
    static PreviousRun of(NodeStateStore store, MemberSettings settings) {
        long maxWorkerId = settings.layout().maxWorkerId();
        Optional<NodeState> state = store.load().filter(former -> former.worker() <= maxWorkerId);
        WorkerIdRange range = settings.workerIds();
        state.filter(former -> !range.contains(former.worker()))
                .ifPresent(former -> log.info(
                        "worker id {} of this node's former process is not within {}: it is given up, and comes free when its reservation has passed",
                        former.worker(),
                        range));
        return new PreviousRun(
                state,
                range,
                store.place(),
                store.loadNotes(),
                store.saysRestored(),
                store.aheadMillis() + settings.maxRollbackWait().toMillis(),
                settings.acceptClockRollback());
    }

    static PreviousRun none() {
        return new PreviousRun(Optional.empty(), NO_RANGE, Optional.empty(), Optional.empty(), false, 0, false);
    }

    /**
     * Returns the previous run as far as it counts at this time: all of it, or nothing where the clock went back and
     * the operator accepts that.
     *
     * @throws LeaseProblemException naming both times if the clock went back and the operator has not accepted it
     */
    PreviousRun at(long nowMillis) {
        long lastSeen = state.map(NodeState::lastSeenMillis).orElse(Long.MIN_VALUE);
        if (lastSeen == Long.MIN_VALUE || lastSeen - nowMillis <= waitMillis) {
            return this;
        }
        clockWentBack = true;
        String rollback =
                "the clock went back by %s ms while this node was down: it reads %s, ids were reserved up to %s"
                        .formatted(
                                lastSeen - nowMillis, Instant.ofEpochMilli(nowMillis), Instant.ofEpochMilli(lastSeen));
        if (!acceptRollback) {
            throw new LeaseProblemException(
                    Kind.CLOCK_ROLLBACK,
                    rollback + "; set the clock right, wait for that time, or start with --accept-clock-rollback");
        }
        log.warn("{}; accepted, the node starts without its former worker id", rollback);
        return none();
    }

    /** Returns whether the clock was ever found to have gone back while the node was down. For any thread. */
    boolean clockWentBack() {
        return clockWentBack;
    }

    /** Returns the worker id that the node had in this fleet; empty if it may not have that any more. */
    OptionalLong workerIn(FleetRecord fleet) {
        return in(fleet).map(former -> OptionalLong.of(former.worker())).orElse(OptionalLong.empty());
    }

    /**
     * Our former slot, which can be used again at once if it is taken as expected.
     *
     * @param floorMillis no id above it was issued under it
     */
    record Resumable(ExpectedSlot expected, long floorMillis) {}

    /**
     * Returns our former slot: it is ours if it was not written since and our fence stands, even if our former claim is
     * alive still. Empty if its reservation has to be waited for.
     *
     * <p>A copy of the state directory does not count, nor does a copy of the machine: the original may be running.
     *
     * @param read finds the slot of a worker id
     */
    Optional<Resumable> resumable(FleetRecord fleet, LongFunction<Optional<Slot>> read) {
        return in(fleet)
                .filter(former -> place.equals(Optional.of(former.place())))
                .flatMap(former -> read.apply(former.worker())
                        .filter(slot -> slot.version() == former.slotVersion())
                        .map(slot -> resumable(former, slot)));
    }

    /** Returns the former process' notes of how far sequences had come. */
    Optional<SequenceNotes> notes() {
        return notes;
    }

    /**
     * Returns whether there is something with which ZooKeeper's data can be compared: a state of this fleet, or notes, which a node
     * has that never had a worker id, too.
     */
    boolean remembers(FleetRecord fleet) {
        return toldRestored || notes.isPresent() || ofFleet(fleet).isPresent();
    }

    /** Returns whether an operator has said that ZooKeeper's data were put back. */
    boolean isTold() {
        return toldRestored;
    }

    /**
     * Returns the evidence that ZooKeeper's data were put back since the former process wrote its state; empty if there
     * is none. A copy of a state directory counts, too: its contents existed once.
     *
     * @param restores when that was found already
     * @param transaction one that was done just now
     * @param read finds the slot of a worker id, as it is now
     * @param slotsChanged which transaction made or deleted a slot last
     */
    Optional<String> restored(
            FleetRecord fleet,
            RestoreRecord restores,
            long transaction,
            LongFunction<Optional<Slot>> read,
            LongSupplier slotsChanged) {
        if (toldRestored) {
            return Optional.of("an operator says so");
        }
        return ofFleet(fleet).flatMap(former -> {
            SeenEnsemble seen = former.seen();
            if (!Objects.equals(seen.restored(), restores.latest())) {
                // If it was found since then, it is not found anew.
                return restores.foundSince(seen.restored())
                        ? Optional.empty()
                        : Optional.of("nothing is known of the restore that was found at " + seen.restored());
            }
            if (transaction < seen.transaction()) {
                return Optional.of("its transactions are at %s, this node has seen %s"
                        .formatted(Long.toHexString(transaction), Long.toHexString(seen.transaction())));
            }
            Optional<Slot> found = read.apply(former.worker());
            return isOlder(found, former, slotsChanged)
                    ? Optional.of("znode %s %s, this node has seen version %s"
                            .formatted(
                                    FleetPaths.slot(former.worker()),
                                    found.map(slot -> "has version " + slot.version())
                                            .orElse("is not there, and was not deleted since"),
                                    former.slotVersion()))
                    : Optional.empty();
        });
    }

    private static boolean isOlder(Optional<Slot> slot, NodeState former, LongSupplier slotsChanged) {
        SeenEnsemble seen = former.seen();
        return slot.isPresent()
                ? slot.get().write().isOlderThan(seen.slot(former.slotVersion()))
                : slotsChanged.getAsLong() < seen.slotWritten();
    }

    private Optional<NodeState> ofFleet(FleetRecord fleet) {
        return state.filter(former -> former.fleet().equals(fleet.id()));
    }

    private static Resumable resumable(NodeState former, Slot slot) {
        ExpectedSlot expected = new ExpectedSlot(former.worker(), Optional.of(slot), SlotFences.of(former.fence()));
        return new Resumable(expected, former.lastSeenMillis());
    }

    private Optional<NodeState> in(FleetRecord fleet) {
        return ofFleet(fleet).filter(former -> range.contains(former.worker()));
    }
}
