package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.core.Reservation;

/**
 * The slot that we hold.
 *
 * @param fleetId the fleet that it belongs to
 * @param slot as we wrote it last
 * @param fence the fence that we made when we took it
 * @param granted whether the listener was notified
 */
record HeldSlot(String fleetId, WorkerLease lease, Slot slot, String fence, boolean granted) {

    static HeldSlot begin(String fleetId, Slot slot, String fence, long floorMillis) {
        // Nothing may be issued before the node's own state says so.
        Reservation reservation = new Reservation(floorMillis, floorMillis);
        WorkerLease lease = new WorkerLease(slot.workerId(), slot.stamp().written(), reservation);
        return new HeldSlot(fleetId, lease, slot, fence, false);
    }

    HeldSlot with(Slot newSlot) {
        return new HeldSlot(fleetId, lease, newSlot, fence, granted);
    }

    HeldSlot asGranted() {
        return new HeldSlot(fleetId, lease, slot, fence, true);
    }

    long workerId() {
        return slot.workerId();
    }

    Reservation reservation() {
        return lease.reservation();
    }
}
