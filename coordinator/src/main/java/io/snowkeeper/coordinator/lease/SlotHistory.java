package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.fleet.FleetFailedException;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.Slot;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The newest state that this process has seen of the slot that it holds. A later read in a session with a claim
 * includes every write that ZooKeeper acknowledged, since our claim was written after it. So a slot that is older than
 * this one was put back.
 *
 * <p>For one thread.
 */
final class SlotHistory {

    private final RestoredBackup restoredBackup;

    private @Nullable Slot newest;

    SlotHistory(RestoredBackup restoredBackup) {
        this.restoredBackup = restoredBackup;
    }

    /** Remembers our slot as it was written or read. */
    void saw(Slot own) {
        newest = own;
    }

    /** The slot is not ours any more: later changes are its owner's. */
    void forget() {
        newest = null;
    }

    /**
     * Looks whether a slot is at least as new as it was seen before.
     *
     * @param found empty if there is none
     * @param changed which transaction made or deleted a slot last; asked if there is none
     * @throws FleetFailedException if it is older
     */
    void requireNewer(long workerId, Optional<Slot> found, LongSupplier changed) {
        Slot before = newest;
        if (before == null || before.workerId() != workerId) {
            return;
        }
        if (found.isEmpty()) {
            if (changed.getAsLong() < before.stamp().written()) {
                throw restoredBackup.foundBy(
                        "znode %s is not there, and was not deleted since this node wrote version %s of it"
                                .formatted(FleetPaths.slot(workerId), before.version()));
            }
        } else if (found.get().write().isOlderThan(before.write())) {
            throw restoredBackup.foundBy(
                    "znode %s has version %s of transaction %s, this node has seen version %s of transaction %s"
                            .formatted(
                                    FleetPaths.slot(workerId),
                                    found.get().version(),
                                    Long.toHexString(found.get().stamp().written()),
                                    before.version(),
                                    Long.toHexString(before.stamp().written())));
        }
    }
}
