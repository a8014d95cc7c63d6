package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.Reservation;

/**
 * The slot that we hold.
 *
 * @param fleetId the fleet that it belongs to
 * @param slot as we wrote it last
 * @param granted whether the listener has been told
 */
record HeldSlot(String fleetId, WorkerLease lease, Slot slot, boolean granted) {

    static HeldSlot begin(String fleetId, Slot slot, long floorMillis) {
        // Nothing may be issued before the node's own state says so.
        Reservation reservation = new Reservation(floorMillis, floorMillis);
        return new HeldSlot(fleetId, new WorkerLease(slot.workerId(), slot.version(), reservation), slot, false);
    }

    HeldSlot with(Slot newSlot) {
        return new HeldSlot(fleetId, lease, newSlot, granted);
    }

    HeldSlot asGranted() {
        return new HeldSlot(fleetId, lease, slot, true);
    }

    long workerId() {
        return slot.workerId();
    }

    Reservation reservation() {
        return lease.reservation();
    }
}
