package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The writes of slots, each one transaction: under the version that was read, and under the fence. A version alone
 * would not do: a slot that was deleted by hand and made again counts from 0 again. Every method blocks, and throws an
 * {@link LeaseProblemException} when the store does not answer; whether a write was done is then unknown until a read
 * shows it.
 */
public final class SlotTransactions {

    private static final byte[] NO_PAYLOAD = {};

    private final StoreCalls calls;

    /** @param environment how the callers' threads wait */
    public SlotTransactions(CoordinationStore store, Environment environment) {
        this.calls = new StoreCalls(store, environment);
    }

    /**
     * Takes a slot if it still is as expected and our claim still exists, which gets the worker id's name.
     *
     * @param fence a name that was never used
     * @return the slot as it is now, empty if it was not as expected, so that nothing was written
     * @throws LeaseProblemException also if the claim is gone
     */
    public Optional<Slot> take(Claim claim, ClaimRecord claimed, ExpectedSlot before, String fence, SlotRecord after) {
        long workerId = before.workerId();
        List<Change> changes = new ArrayList<>();
        changes.add(name(claim, claimed, workerId));
        changes.add(
                before.slot().isPresent()
                        ? set(before.slot().get(), after)
                        : new Change.Create(FleetPaths.slot(workerId), PayloadCodec.encode(after)));
        if (!before.fences().made()) {
            changes.add(new Change.Create(FleetPaths.fences(workerId), NO_PAYLOAD));
        }
        for (String found : before.fences().names()) {
            changes.add(new Change.Delete(FleetPaths.fence(workerId, found), StoreSession.ANY_VERSION));
        }
        changes.add(new Change.Create(FleetPaths.fence(workerId, fence), NO_PAYLOAD));
        return transact(claim, workerId, after, changes);
    }

    /**
     * Renews a slot that we have taken, if it still is as it was and our claim still exists.
     *
     * @return as {@link #take} does
     * @throws LeaseProblemException also if the claim is gone
     */
    public Optional<Slot> renew(Claim claim, ClaimRecord claimed, Slot before, String fence, SlotRecord after) {
        long workerId = before.workerId();
        return transact(
                claim,
                workerId,
                after,
                List.of(name(claim, claimed, workerId), set(before, after), stands(workerId, fence)));
    }

    /**
     * Hands a slot back and deletes our claim, in one step. The fence stays for the next taker.
     *
     * @return as {@link #take} does
     * @throws LeaseProblemException also if the claim is gone
     */
    public Optional<Slot> release(Claim claim, Slot before, String fence, SlotRecord after) {
        return transact(
                claim,
                before.workerId(),
                after,
                List.of(
                        new Change.Delete(FleetPaths.claim(claim.name()), StoreSession.ANY_VERSION),
                        set(before, after),
                        stands(before.workerId(), fence)));
    }

    /**
     * Writes the slot of an owner that is gone, without taking it.
     *
     * @return whether the slot was as expected; else nothing was written
     */
    public boolean replace(ExpectedSlot before, Slot slot, SlotRecord after) {
        List<Change> changes = new ArrayList<>();
        changes.add(set(slot, after));
        for (String fence : before.fences().names()) {
            changes.add(stands(slot.workerId(), fence));
        }
        try {
            calls.awaitOrRefusal(calls.session().write(changes));
            return true;
        } catch (WriteRefusedException e) {
            return false;
        }
    }

    /** @param changes the first is of the claim, the second of the slot */
    private Optional<Slot> transact(Claim claim, long workerId, SlotRecord after, List<Change> changes) {
        StoreSession session = calls.session();
        try {
            RecordStamp stamp = calls.awaitOrRefusal(session.write(changes)).get(1);
            return stamp == null ? made(session, workerId, after) : Optional.of(Slot.of(workerId, after, stamp));
        } catch (WriteRefusedException e) {
            if (e.reason() == Refusal.MISSING && e.change() == 0) {
                throw claimGone(claim);
            }
            return Optional.empty();
        }
    }

    /** The store does not return a creation's time. */
    private Optional<Slot> made(StoreSession session, long workerId, SlotRecord record) {
        return calls.await(session.stamp(FleetPaths.slot(workerId), null))
                .filter(found -> found.version() == 0 && found.written() == found.created())
                .map(found -> Slot.of(workerId, record, found));
    }

    public static LeaseProblemException claimGone(Claim claim) {
        return new LeaseProblemException(
                Kind.CLAIM_GONE,
                "our claim %s is gone: it was deleted, or our session has expired; making another"
                        .formatted(claim.name()));
    }

    private static Change name(Claim claim, ClaimRecord claimed, long workerId) {
        return new Change.Set(
                FleetPaths.claim(claim.name()),
                PayloadCodec.encode(claimed.withWorker(workerId)),
                StoreSession.ANY_VERSION);
    }

    private static Change set(Slot before, SlotRecord after) {
        return new Change.Set(FleetPaths.slot(before.workerId()), PayloadCodec.encode(after), before.version());
    }

    private static Change stands(long workerId, String fence) {
        return new Change.Check(FleetPaths.fence(workerId, fence), StoreSession.ANY_VERSION);
    }
}
