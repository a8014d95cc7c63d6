package io.snowkeeper.coordinator.zookeeper;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.curator.framework.api.CuratorWatcher;
import org.apache.zookeeper.Watcher.Event.EventType;

/** Watches our slot, so that a foreign hand on it is noticed at once and not at the next renewal only. */
final class SlotWatch {

    private final FleetTree tree;
    private final AtomicBoolean armed = new AtomicBoolean();
    private final CuratorWatcher watcher;

    /** @param onChange called from ZooKeeper's event thread; must not block */
    SlotWatch(FleetTree tree, Runnable onChange) {
        this.tree = tree;
        this.watcher = event -> {
            // Events of the connection come here too; the watch outlives them.
            if (event.getType() != EventType.None) {
                armed.set(false);
                onChange.run();
            }
        };
    }

    boolean isArmed() {
        return armed.get();
    }

    /** Watches the slot from here on; what happened before, a read that follows will tell. */
    void arm(long workerId) {
        armed.set(true);
        try {
            tree.watchSlot(workerId, watcher);
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
