package io.snowkeeper.coordinator.lease;

import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.store.Watch;
import java.util.concurrent.atomic.AtomicBoolean;

/** A watch on our slot, so that a foreign hand on it is noticed at once and not at the next renewal only. */
final class SlotWatch {

    private final FleetTree tree;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final Watch watch;

    /** @param onChange called on a thread of the store's; must not block */
    SlotWatch(FleetTree tree, Runnable onChange) {
        this.tree = tree;
        this.watch = () -> {
            armed.set(false);
            onChange.run();
        };
    }

    boolean isArmed() {
        return armed.get();
    }

    /** Watches the slot from here on; a read that follows shows earlier changes. */
    void arm(long workerId) {
        armed.set(true);
        try {
            tree.watchSlot(workerId, watch);
        } catch (RuntimeException e) {
            armed.set(false);
            throw e;
        }
    }

    /** A new session has none of the old one's watches. */
    void disarm() {
        armed.set(false);
    }
}
