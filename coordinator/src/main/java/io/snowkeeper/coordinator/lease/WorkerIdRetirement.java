package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.OrphanedWorkerId;
import io.snowkeeper.coordinator.RetirementRefusedException;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.fleet.SlotTransactions;
import io.snowkeeper.coordinator.fleet.TrialWrite;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The retirement of worker ids whose slots a wrong clock has reserved far into the future. Such a slot cannot be given
 * back: ids may have been issued up to the end of its reservation, and which ones is unknown. So the reservation is
 * never lowered. It is raised beyond every layout's end, under an owner's name that belongs to no node: no node takes
 * the worker id, not even the one that had it last and still has its state directory.
 *
 * <p>It uses the store and no node, so it works when none runs. For one thread.
 */
public final class WorkerIdRetirement implements AutoCloseable {

    /** The longest window together with the largest skew: no node with a right clock reserves beyond it. */
    private static final Duration LONGEST_RESERVATION = Duration.ofHours(2);

    private final CoordinationStore store;
    private final FleetTree tree;
    private final SlotTransactions transactions;
    private final TrialWrite trial;
    private final String address;

    /**
     * @param store connected; closed with this
     * @param address where the fleet is, for people
     * @param environment how callers wait
     */
    public WorkerIdRetirement(CoordinationStore store, String address, Environment environment) {
        this.store = store;
        this.tree = new FleetTree(store, environment);
        this.transactions = new SlotTransactions(store, environment);
        this.trial = new TrialWrite(store, environment);
        this.address = address;
    }

    /**
     * Looks at a worker id that is to be taken out of use.
     *
     * @throws RetirementRefusedException if it is live, free, or comes free by itself in a while
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer
     */
    public OrphanedWorkerId look(long workerId) {
        return reached(() -> describe(find(workerId)));
    }

    /**
     * Takes a worker id out of use for good. Does nothing if it was retired before.
     *
     * @throws RetirementRefusedException as {@link #look} does; also if the slot was changed meanwhile
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer; check the outcome with {@link #look}
     */
    public OrphanedWorkerId retire(long workerId) {
        return reached(() -> {
            Slot slot = find(workerId);
            if (!slot.record().wasRetired() && !write(slot)) {
                throw new RetirementRefusedException(
                        "worker id %s was taken or changed meanwhile; try again".formatted(workerId));
            }
            return describe(new Slot(workerId, slot.version(), slot.record().retired(), slot.stamp()));
        });
    }

    private Slot find(long workerId) {
        if (tree.readFleet().isEmpty()) {
            throw new RetirementRefusedException(
                    "there is no fleet at %s; give ZooKeeper's address with the fleet's chroot".formatted(address));
        }
        // The slot before the live claims: its owner, if live, is then seen among them.
        Slot slot = tree.readSlot(workerId)
                .orElseThrow(() -> new RetirementRefusedException(
                        "worker id %s was never taken, there is nothing to retire".formatted(workerId)));
        if (!slot.record().wasRetired()) {
            requireOrphaned(slot);
        }
        return slot;
    }

    private void requireOrphaned(Slot slot) {
        SlotRecord record = slot.record();
        if (tree.liveClaims().contains(record.owner())) {
            throw new RetirementRefusedException("worker id %s is live, node %s has it; stop that node first"
                    .formatted(slot.workerId(), record.node()));
        }
        Instant now = Instant.ofEpochMilli(trial.storeMillis().orElseThrow());
        if (!record.reservedUntil().isAfter(now.plus(LONGEST_RESERVATION))) {
            throw new RetirementRefusedException(
                    "worker id %s is reserved until %s and free afterwards, so it needs no retirement: that is for worker ids reserved for more than %s h by ZooKeeper's clock, %s"
                            .formatted(slot.workerId(), record.reservedUntil(), LONGEST_RESERVATION.toHours(), now));
        }
    }

    /** Returns whether the slot was as it was read, and now is retired. */
    private boolean write(Slot slot) {
        boolean written = tree.expect(slot.workerId(), Optional.of(slot))
                .filter(expected ->
                        transactions.replace(expected, slot, slot.record().retired()))
                .isPresent();
        // It may have been this very write, done once before its answer was lost.
        return written
                || tree.readSlot(slot.workerId())
                        .filter(found -> found.record().wasRetired())
                        .isPresent();
    }

    private static OrphanedWorkerId describe(Slot slot) {
        SlotRecord record = slot.record();
        return new OrphanedWorkerId(slot.workerId(), record.node(), record.reservedUntil(), record.wasRetired());
    }

    private static <T> T reached(Supplier<T> work) {
        try {
            return work.get();
        } catch (LeaseProblemException | UnreadablePayloadException e) {
            throw new CoordinatorUnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
