package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreState;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * The session that requests go out on: that of Curator's present handle, which has one session and is made again for the next.
 * Thread-safe.
 */
final class CurrentSession {

    private final Callable<ZooKeeper> handles;
    private final Function<ZooKeeper, RequestTransport> transports;
    private final FleetRoot root;
    private final WriteObserver observer;

    /** Written with this locked. */
    private volatile @Nullable ZooKeeperSession last;

    /** Guarded by this. */
    private boolean suspended;

    /**
     * @param handles returns the present handle; throws if there is none
     * @param transports how requests of a session go out that has begun, by its handle; before, they go over a socket, and wait
     *     for it
     * @param observer notified of writes
     */
    CurrentSession(
            Callable<ZooKeeper> handles,
            Function<ZooKeeper, RequestTransport> transports,
            FleetRoot root,
            WriteObserver observer) {
        this.handles = handles;
        this.transports = transports;
        this.root = root;
        this.observer = observer;
    }

    /** @throws NoAnswerException if there is none */
    ZooKeeperSession get() {
        ZooKeeper handle = handle();
        ZooKeeperSession present = last;
        return present != null && present.isOf(handle) ? present : next();
    }

    private ZooKeeper handle() {
        try {
            return handles.call();
        } catch (Exception e) { // Curator declares no narrower one.
            throw new NoAnswerException("ZooKeeper cannot be reached: " + e.getMessage());
        }
    }

    private ZooKeeperSession next() {
        ZooKeeperSession former;
        ZooKeeperSession next;
        synchronized (this) {
            // Not the one from before the lock: its session may have ended since, and must not end its successor's.
            ZooKeeper handle = handle();
            former = last;
            if (former != null && former.isOf(handle)) {
                return former;
            }
            boolean begun = handle.getSessionId() != 0;
            RequestTransport transport = begun ? transports.apply(handle) : new SocketTransport(handle);
            next = new ZooKeeperSession(transport, begun, root, observer);
            // A connection is reported some time after its session begins: of what came before, only a suspension is
            // about this one.
            next.connected(!suspended);
            last = next;
        }
        if (former != null) {
            former.end();
        }
        return next;
    }

    /** Receives a state of the connection. */
    void stateChanged(StoreState state) {
        ZooKeeperSession present;
        // Locked: one that is being made now must not miss it.
        synchronized (this) {
            suspended = state == StoreState.SUSPENDED;
            present = last;
        }
        if (present != null) {
            present.connected(state.isConnected());
        }
    }

    /** Drops the session's state. Pending requests fail. */
    void end() {
        ZooKeeperSession present = last;
        if (present != null) {
            present.end();
        }
    }
}
