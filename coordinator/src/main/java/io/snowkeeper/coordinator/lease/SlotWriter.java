package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.fleet.Claim;
import io.snowkeeper.coordinator.fleet.ExpectedSlot;
import io.snowkeeper.coordinator.fleet.FleetFailedException;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.FleetTree.Sight;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.fleet.SlotTransactions;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer of slots, which also finds out the outcome of a write whose answer was lost: if the slot names one of our
 * claims and our fence stands, it is ours at the version that is read, since only we write our names.
 *
 * <p>For one thread.
 */
final class SlotWriter {

    private static final Logger log = LoggerFactory.getLogger(SlotWriter.class);

    private final FleetTree tree;
    private final SlotTransactions transactions;
    private final ClaimKeeper claims;
    private final SlotHistory history;

    SlotWriter(FleetTree tree, SlotTransactions transactions, ClaimKeeper claims, SlotHistory history) {
        this.tree = tree;
        this.transactions = transactions;
        this.claims = claims;
        this.history = history;
    }

    /**
     * The finding whose a slot is.
     *
     * @param own the slot, if it is ours
     * @param answered whether ZooKeeper has answered our write; else it may still be done
     * @param description the other state that was found, for people
     */
    record Finding(Optional<Slot> own, boolean answered, String description) {}

    /**
     * Takes a slot.
     *
     * @return the slot as it is now
     * @throws LeaseProblemException if the slot's owner is unknown until {@link #find}
     */
    Finding take(Claim claim, ExpectedSlot before, String fence, SlotRecord after) {
        return write(
                before.workerId(), fence, () -> transactions.take(claim, claims.announcement(), before, fence, after));
    }

    /**
     * Renews a slot that is ours.
     *
     * @return the slot as it is now, which may be as an earlier write of ours left it
     * @throws LeaseProblemException as {@link #take} does
     */
    Finding renew(Claim claim, Slot before, String fence, SlotRecord after) {
        return write(
                before.workerId(), fence, () -> transactions.renew(claim, claims.announcement(), before, fence, after));
    }

    /**
     * Hands a slot back and ends our claim.
     *
     * @return the slot as it is now, which has the reservation of {@code after} if it was done
     * @throws LeaseProblemException as {@link #take} does
     */
    Finding release(Claim claim, Slot before, String fence, SlotRecord after) {
        return write(before.workerId(), fence, () -> transactions.release(claim, before, fence, after));
    }

    /**
     * Looks whether a slot that we have taken is ours.
     *
     * @throws FleetFailedException if it is older than we have seen it
     */
    Finding find(long workerId, String fence) {
        try {
            Sight seen = tree.readTaken(workerId, fence);
            history.requireNewer(workerId, seen.slot(), tree::slotsChanged);
            Optional<Slot> own = seen.slot().filter(slot -> seen.fenced() && claims.isOurs(slot));
            own.ifPresentOrElse(history::saw, history::forget);
            return new Finding(own, true, own.isPresent() ? "" : describe(workerId, fence, seen));
        } catch (UnreadablePayloadException e) {
            return new Finding(Optional.empty(), true, String.valueOf(e.getMessage()));
        }
    }

    private String describe(long workerId, String fence, Sight seen) {
        String path = FleetPaths.slot(workerId);
        return seen.slot()
                .map(slot -> claims.isOurs(slot)
                        ? "znode %s was deleted".formatted(FleetPaths.fence(workerId, fence))
                        : "znode %s names claim %s of node %s"
                                .formatted(
                                        path,
                                        slot.record().owner(),
                                        slot.record().node()))
                .orElse("znode %s was deleted".formatted(path));
    }

    private Finding write(long workerId, String fence, Supplier<Optional<Slot>> request) {
        boolean answered = true;
        try {
            Optional<Slot> written = request.get();
            if (written.isPresent()) {
                history.saw(written.get());
                return new Finding(written, true, "");
            }
        } catch (LeaseProblemException e) {
            if (e.kind() == Kind.CLAIM_GONE || e.kind() == Kind.DENIED) {
                throw e;
            }
            log.info("no answer to the write of worker id {}'s slot, reading it back: {}", workerId, e.getMessage());
            answered = false;
        }
        Finding found = find(workerId, fence);
        return new Finding(found.own(), answered, found.description());
    }
}
