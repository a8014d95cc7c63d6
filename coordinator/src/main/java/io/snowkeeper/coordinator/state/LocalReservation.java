package io.snowkeeper.coordinator.state;

import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotStamp;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.Reservation;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The second half of each reservation: the generators get the time reserved in ZooKeeper only as far as the node's own
 * state has it on disk, a little ahead of use. After a crash, it shows the next process what may have been issued.
 *
 * <p>Thread-safe: the lease's thread and the one that keeps the disk ahead of time both come here.
 */
public final class LocalReservation {

    private final NodeStateStore store;
    private final MillisClock clock;
    private final String place;

    private @Nullable Current current;
    private long transaction;
    private @Nullable Instant restored;
    private @Nullable NodeState unwritten;
    private volatile @Nullable String failure;

    /** The present reservation. */
    private record Current(String fleetId, Slot slot, String fence, Reservation reservation, long savedMillis) {}

    public LocalReservation(NodeStateStore store, MillisClock clock) {
        this.store = store;
        this.place = store.place().orElse(NodeState.NOWHERE);
        this.clock = clock;
    }

    /**
     * Takes up the present lease in ZooKeeper: a new one, or the same one renewed. When this returns, ids can be issued
     * as far as both places say.
     *
     * @throws IOException if the disk did not take it; the limit then stays where it is
     */
    public synchronized void reserve(String fleetId, Slot slot, String fence, Reservation reservation)
            throws IOException {
        long saved = current != null && current.reservation() == reservation
                ? current.savedMillis()
                : reservation.floorMillis();
        current = new Current(fleetId, slot, fence, reservation, saved);
        save(current);
    }

    /**
     * Keeps ahead of the clock. Without a lease, retries the failed write of the last one: so it shows whether the disk
     * works again.
     *
     * @throws IOException as {@link #reserve}
     */
    public synchronized void keepAhead() throws IOException {
        if (current == null) {
            if (unwritten != null) {
                write(unwritten);
            }
        } else if (aheadMillis(current) > current.savedMillis()) {
            save(current);
        }
    }

    /** Notes a transaction that ZooKeeper has done; the next write of the state includes it. */
    public synchronized void saw(long done) {
        transaction = Math.max(transaction, done);
    }

    /**
     * Notes when the last restore of older data of ZooKeeper was found, null if there was none; the next write of the
     * state includes it.
     */
    public synchronized void knows(@Nullable Instant restore) {
        restored = restore;
    }

    /** Returns why the disk did not take the last write, empty if it did. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    /** The lease was lost: there is nothing to keep ahead of any more. */
    public synchronized void end() {
        current = null;
    }

    /**
     * The lease was handed back: the next process starts from here without waiting.
     *
     * @throws IOException if the disk did not take it; the next process then starts without it
     */
    public synchronized void finish(Slot handedBack) throws IOException {
        if (current != null) {
            write(stateOf(current, handedBack, handedBack.reservedUntilMillis()));
            current = null;
        }
    }

    private void save(Current now) throws IOException {
        long ahead = aheadMillis(now);
        write(stateOf(now, now.slot(), ahead));
        current = new Current(now.fleetId(), now.slot(), now.fence(), now.reservation(), ahead);
        now.reservation().extendTo(ahead);
    }

    private void write(NodeState state) throws IOException {
        try {
            store.save(state);
            unwritten = null;
            failure = null;
        } catch (IOException e) {
            unwritten = state;
            failure = e.getMessage();
            throw e;
        }
    }

    private long aheadMillis(Current now) {
        long wanted = Math.min(now.slot().reservedUntilMillis(), clock.millis() + store.aheadMillis());
        return Math.max(now.savedMillis(), wanted);
    }

    private NodeState stateOf(Current now, Slot slot, long lastSeenMillis) {
        SlotStamp stamp = slot.stamp();
        transaction = Math.max(transaction, stamp.written());
        return new NodeState(
                now.fleetId(),
                slot.workerId(),
                slot.version(),
                now.fence(),
                Instant.ofEpochMilli(lastSeenMillis),
                place,
                new SeenEnsemble(transaction, stamp.created(), stamp.written(), restored));
    }
}
