package io.snowkeeper.coordinator.zookeeper;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreState;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.zookeeper.ZooKeeper;
import org.jspecify.annotations.Nullable;

/**
 * The session that requests go out on: that of Curator's present handle. A handle has one session; the next session comes with
 * another handle. Thread-safe.
 */
final class CurrentSession {

    private final Callable<ZooKeeper> handles;
    private final Function<ZooKeeper, RequestTransport> transports;
    private final FleetRoot root;
    private final WriteObserver observer;

    /** Written with this locked, read without. */
    private volatile @Nullable ZooKeeperSession last;

    /** Guarded by this. */
    private boolean suspended;

    /**
     * @param handles returns the present handle; throws if there is none
     * @param transports how requests of a session that has begun go out, by its handle; earlier ones go over a socket, and
     *     wait for the session
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

    /**
     * Returns the present session.
     *
     * @throws NoAnswerException if there is none
     */
    ZooKeeperSession get() {
        ZooKeeper handle = handle();
        ZooKeeperSession present = last;
        return present != null && present.isOf(handle) ? present : next();
    }

    private ZooKeeper handle() {
        try {
            // Null while Curator's client closes.
            return requireNonNull(handles.call(), "the client is closed");
        } catch (Exception e) { // Curator declares no narrower one.
            throw new NoAnswerException("ZooKeeper cannot be reached: " + e.getMessage());
        }
    }

    private ZooKeeperSession next() {
        ZooKeeperSession former;
        ZooKeeperSession next;
        synchronized (this) {
            // Asked for again: the handle from before the lock may have been replaced since, and its session must not
            // end that of its successor.
            ZooKeeper handle = handle();
            former = last;
            if (former != null && former.isOf(handle)) {
                return former;
            }
            boolean begun = handle.getSessionId() != 0;
            RequestTransport transport = begun ? transports.apply(handle) : new SocketTransport(handle);
            next = new ZooKeeperSession(transport, begun, root, observer);
            // Its connection is reported some time after a session has begun. Of the reports before that, only a
            // suspension can be about it; if it is about the former one, requests fail until the next report.
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
        // A session that is being made must not miss it.
        synchronized (this) {
            suspended = state == StoreState.SUSPENDED;
            present = last;
        }
        if (present != null) {
            present.connected(state.isConnected());
        }
    }

    /** Drops the session's state, when there are no more handles. Pending requests fail. */
    synchronized void end() {
        ZooKeeperSession present = last;
        if (present != null) {
            present.end();
        }
    }
}
