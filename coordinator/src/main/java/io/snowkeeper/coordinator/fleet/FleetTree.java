package io.snowkeeper.coordinator.fleet;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.EphemeralRecord;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * The fleet's records: all reads, and the writes of all records but slots, each one step. Every method blocks, and
 * throws an {@link LeaseProblemException} when the store does not answer; whether a write was done is then unknown
 * until a read shows it.
 */
public final class FleetTree {

    private final CoordinationStore store;
    private final Environment environment;
    private final StoreCalls calls;

    /** @param environment how callers wait, and where the fleet's id comes from */
    public FleetTree(CoordinationStore store, Environment environment) {
        this.store = store;
        this.environment = environment;
        this.calls = new StoreCalls(store, environment);
    }

    /** Makes the fleet's records where they are missing. */
    public void makeFleet(MemberSettings settings) {
        FleetRecord fleet = FleetRecord.of(randomId().toString(), settings.layout(), settings.notBefore());
        StoreSession session = calls.session();
        calls.await(session.ensure(FleetPaths.CLAIMS));
        calls.await(session.ensure(FleetPaths.WORKERS));
        // Last: where the fleet is, the rest is or was.
        try {
            calls.awaitOrRefusal(
                    session.write(List.of(new Change.Create(FleetPaths.FLEET, PayloadCodec.encode(fleet)))));
        } catch (WriteRefusedException e) {
            if (e.reason() != Refusal.EXISTS) {
                throw e;
            }
            // Another node was first; its payload counts.
        }
    }

    /** Returns the fleet as it is now, empty if its record is not there. */
    public Optional<StoredFleet> readFleet() {
        try {
            return calls.await(calls.synced().read(FleetPaths.FLEET))
                    .map(found -> new StoredFleet(
                            found.as(FleetRecord.class), found.stamp().created()));
        } catch (UnreadablePayloadException e) {
            throw new LeaseProblemException(
                    Kind.UNREADABLE_FLEET, e.getMessage() + "; restore its payload with set, and do not delete it");
        }
    }

    /** Returns how many slots there are now, empty if their parent is not there. */
    public Optional<SlotCensus> readCensus() {
        return calls.await(calls.synced().stamp(FleetPaths.WORKERS, null)).map(SlotCensus::of);
    }

    /** Returns which transaction made or deleted a slot last, the last of all if their parent is not there: it went with them. */
    public long slotsChanged() {
        return readCensus().map(SlotCensus::changed).orElse(Long.MAX_VALUE);
    }

    /** Returns the id of the session that requests go out on now. */
    public long sessionId() {
        return calls.session().id();
    }

    /** Creates a claim that lives as long as our session. */
    public Claim createClaim(ClaimRecord record) {
        EphemeralRecord made = calls.await(store.createEphemeral(FleetPaths.newClaim(), PayloadCodec.encode(record)));
        return new Claim(made.path().substring(made.path().lastIndexOf('/') + 1), made.session());
    }

    /** Returns how often older data were put back. */
    public StoredRestores readRestores() {
        try {
            return StoredRestores.of(calls.await(calls.synced().read(FleetPaths.RESTORES)));
        } catch (UnreadablePayloadException e) {
            throw new LeaseProblemException(Kind.UNREADABLE_FLEET, e.getMessage() + "; restore its payload with set");
        }
    }

    /** Calls the watch once when the record of restores changes after the next read. */
    public void watchRestores(Watch watch) {
        calls.await(calls.session().stamp(FleetPaths.RESTORES, watch));
    }

    /**
     * Writes the record of restores, and the changes that go with it; returns whether it was as expected, else nothing
     * was written.
     */
    public boolean writeRestores(StoredRestores before, RestoreRecord after, List<Change> with) {
        List<Change> changes = new ArrayList<>(List.of(before.become(after)));
        changes.addAll(with);
        try {
            calls.awaitOrRefusal(calls.session().write(changes));
            return true;
        } catch (WriteRefusedException e) {
            return false;
        }
    }

    /**
     * Writes a node's notes of sequences, over its earlier ones. The record of restores gets a new version, so a
     * restore cannot be ended without them.
     *
     * @return whether that was as expected, else nothing was written
     */
    public boolean putNotes(StoredRestores before, String node, byte[] notes) {
        String path = FleetPaths.notes(node);
        boolean made = calls.await(calls.synced().stamp(path, null)).isPresent();
        return writeRestores(
                before,
                before.record(),
                List.of(made ? new Change.Set(path, notes, StoreSession.ANY_VERSION) : new Change.Create(path, notes)));
    }

    /** Reads records of any paths as they are now, empty for those that are not there. */
    public List<Optional<StoredRecord>> readAll(List<String> paths) {
        StoreSession session = calls.synced();
        List<CompletableFuture<Optional<StoredRecord>>> asked =
                paths.stream().map(session::read).toList();
        return asked.stream().map(calls::await).toList();
    }

    private List<StoredRecord> readChildren(String parent) {
        List<String> names = calls.await(calls.synced().children(parent))
                .map(RecordChildren::names)
                .orElse(List.of());
        return readAll(names.stream().map(name -> parent + "/" + name).toList()).stream()
                .flatMap(Optional::stream)
                .toList();
    }

    /** Returns the nodes' notes of sequences, by the nodes' names. */
    public Map<String, StoredRecord> readNotes() {
        Map<String, StoredRecord> notes = new TreeMap<>();
        readChildren(FleetPaths.RESTORES).forEach(found -> notes.put(FleetPaths.nodeOfNotes(found.path()), found));
        return notes;
    }

    /** Returns the names of the nodes that have a worker id, or had it last. */
    public Set<String> nodes() {
        Set<String> nodes = new TreeSet<>();
        readChildren(FleetPaths.WORKERS)
                .forEach(slot -> nodes.add(slot.as(SlotRecord.class).node()));
        return nodes;
    }

    /**
     * A write of a claim, which shows the store's latest transaction and time.
     *
     * @param transaction the transaction of the write
     * @param writtenMillis when it was done, in Unix milliseconds by the store's clock
     */
    public record Touch(long transaction, long writtenMillis) {}

    /**
     * Writes the claim.
     *
     * @throws LeaseProblemException also if the claim is gone
     */
    public Touch touchClaim(Claim claim, ClaimRecord record) {
        Change touch =
                new Change.Set(FleetPaths.claim(claim.name()), PayloadCodec.encode(record), StoreSession.ANY_VERSION);
        try {
            RecordStamp written =
                    calls.awaitOrRefusal(calls.session().write(List.of(touch))).get(0);
            return new Touch(requireNonNull(written).written(), written.writtenMillis());
        } catch (WriteRefusedException e) {
            throw SlotTransactions.claimGone(claim);
        }
    }

    /** Ends a claim, and with it the writes on their way under it. */
    public void deleteClaim(Claim claim) {
        Change end = new Change.Delete(FleetPaths.claim(claim.name()), StoreSession.ANY_VERSION);
        try {
            calls.awaitOrRefusal(calls.session().write(List.of(end)));
        } catch (WriteRefusedException e) {
            if (e.reason() != Refusal.MISSING) {
                throw e;
            }
            // It is over already.
        }
    }

    /** Returns the names of the live claims; the ones that a slot read before names are among them. */
    public Set<String> liveClaims() {
        return calls.await(calls.synced().children(FleetPaths.CLAIMS))
                .map(RecordChildren::names)
                .<Set<String>>map(HashSet::new)
                .orElse(Set.of());
    }

    /** Returns the names of the live claims as our server knows them, which may not be all. */
    public List<String> peekClaims() {
        return calls.await(calls.session().children(FleetPaths.CLAIMS, null))
                .map(RecordChildren::names)
                .orElse(List.of());
    }

    /** Returns the content of a live claim, empty if it has ended or cannot be read. */
    public Optional<ClaimRecord> peekClaim(String name) {
        return calls.await(calls.session().read(FleetPaths.claim(name))).flatMap(claim -> {
            try {
                return Optional.of(PayloadCodec.decode(claim.payload(), ClaimRecord.class));
            } catch (IOException e) {
                return Optional.empty();
            }
        });
    }

    /**
     * Returns a slot as our server knows it, which may be stale: good enough where a write under its version follows.
     * Empty if the worker id was never taken.
     */
    public Optional<Slot> peekSlot(long workerId) {
        return slot(calls.session(), workerId);
    }

    /** Returns a slot as it is now, empty if there is none. */
    public Optional<Slot> readSlot(long workerId) {
        return slot(calls.synced(), workerId);
    }

    /** Calls the watch once when the slot changes after the next read. */
    public void watchSlot(long workerId, Watch watch) {
        calls.await(calls.session().stamp(FleetPaths.slot(workerId), watch));
    }

    /**
     * Determines the state that a taker has to find below a slot.
     *
     * @param slot as it was read, empty if there was none
     * @return empty if the slot was written, deleted or made again since
     */
    public Optional<ExpectedSlot> expect(long workerId, Optional<Slot> slot) {
        if (slot.isEmpty()) {
            return Optional.of(ExpectedSlot.noSlot(workerId));
        }
        StoreSession session = calls.session();
        SlotFences fences = calls.await(session.children(FleetPaths.fences(workerId)))
                .map(found -> new SlotFences(true, found.names()))
                .orElse(SlotFences.NONE);
        // The slot after the fences: if they still stand at the write, it was neither deleted nor made again since.
        return calls.await(session.stamp(FleetPaths.slot(workerId), null))
                .filter(now -> SlotStamp.of(now).equals(slot.get().stamp()))
                .map(now -> new ExpectedSlot(workerId, slot, fences));
    }

    /** Looks at a slot that we have taken: as it is now, and whether our fence stands. */
    public Sight readTaken(long workerId, String fence) {
        StoreSession session = calls.synced();
        Optional<Slot> slot = slot(session, workerId);
        return new Sight(
                slot,
                calls.await(session.stamp(FleetPaths.fence(workerId, fence), null))
                        .isPresent());
    }

    /**
     * A slot that we have taken, as a read shows it.
     *
     * @param slot empty if there is none
     * @param fenced whether our fence stands
     */
    public record Sight(Optional<Slot> slot, boolean fenced) {}

    /**
     * Returns which of the fleet's records are open to every client of the store, with their paths as operators know
     * them.
     */
    public List<String> openRecords() {
        return calls.await(store.openRecords(List.of("", FleetPaths.FLEET, FleetPaths.CLAIMS, FleetPaths.WORKERS)));
    }

    /** As {@link UUID#randomUUID} makes one, by our own randomness. */
    private UUID randomId() {
        RandomGenerator random = environment.random();
        return new UUID(
                (random.nextLong() & ~(0xFL << 12)) | 0x4L << 12, (random.nextLong() & ~(0x3L << 62)) | 0x2L << 62);
    }

    private Optional<Slot> slot(StoreSession session, long workerId) {
        Optional<StoredRecord> found = calls.await(session.read(FleetPaths.slot(workerId)));
        return found.map(record -> Slot.of(workerId, record.as(SlotRecord.class), record.stamp()));
    }
}
