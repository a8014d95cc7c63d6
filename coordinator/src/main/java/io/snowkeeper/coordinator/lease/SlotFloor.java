package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.fleet.Slot;

/**
 * The floor of a slot beside what is written in it: a slot that was made after others were deleted by hand says nothing
 * of who had the worker id before. All that they can have used ends before the longest reservation after the slot was
 * made has. And if older data were put back, no slot says what was reserved in those that were lost; all of that ends
 * likewise before the longest reservation after the restore was found has.
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
