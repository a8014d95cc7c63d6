package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.Reservation;

/**
 * The slot that we hold.
 *
 * @param slot as we wrote it last
 * @param granted whether the listener has been told
 */
record HeldSlot(WorkerLease lease, Slot slot, boolean granted) {

    static HeldSlot begin(Slot slot, long floorMillis) {
        // Nothing may be issued before the node's own state says so.
        Reservation reservation = new Reservation(floorMillis, floorMillis);
        return new HeldSlot(new WorkerLease(slot.workerId(), slot.version(), reservation), slot, false);
    }

    HeldSlot with(Slot newSlot) {
        return new HeldSlot(lease, newSlot, granted);
    }

    HeldSlot asGranted() {
        return new HeldSlot(lease, slot, true);
    }

    long workerId() {
        return slot.workerId();
    }

    Reservation reservation() {
        return lease.reservation();
    }
}
