package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.Slot;

/**
 * The floor of a slot beside its record: a slot that was made after others were deleted by hand does not name earlier
 * holders of the worker id. Everything they can have used ends no later than the longest reservation counted from the
 * slot's creation. If older data were put back, no slot shows the reservations that were lost; they end no later than
 * the longest reservation counted from the moment the restore was found.
 */
final class SlotFloor {

    private final FleetIdentity identity;
    private final Restores restores;
    private final long longestMillis;

    SlotFloor(FleetIdentity identity, Restores restores, MemberSettings settings) {
        this.identity = identity;
        this.restores = restores;
        this.longestMillis = RestoredBackup.longestReservation(settings).toMillis();
    }

    /**
     * Returns the time above which a slot may be used. Asked when it was taken: a count of deletions that was read before it was made may
     * lack the one that matters.
     *
     * @param writtenMillis up to where others have reserved as the slot says
     */
    long of(Slot taken, long writtenMillis) {
        long latest = taken.stamp().createdMillis() + longestMillis;
        long floor = latest > writtenMillis && identity.census().deleted() > 0 ? latest : writtenMillis;
        return Math.max(floor, restores.floorMillis().orElse(floor));
    }
}
