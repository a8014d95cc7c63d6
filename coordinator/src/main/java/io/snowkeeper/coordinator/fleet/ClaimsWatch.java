package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoreSession;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A watch on who has a claim, so that it costs nothing to know that nobody came or went. The store tells of one change at most until
 * it is asked again. Thread-safe.
 */
public final class ClaimsWatch {

    private static final long NO_SESSION = Long.MIN_VALUE;

    private final CoordinationStore store;
    private final AtomicLong changes = new AtomicLong();

    /** The session that the watch lives in. No lock: the store may call back from within a call. */
    private final AtomicLong armedIn = new AtomicLong(NO_SESSION);

    public ClaimsWatch(CoordinationStore store) {
        this.store = store;
    }

    /**
     * Returns a count that is larger than before if claims may have come or gone since it was asked last, and asks the store to tell
     * of the next change. Never blocks.
     */
    public long changes() {
        try {
            StoreSession session = store.session();
            if (armedIn.getAndSet(session.id()) != session.id()) {
                changes.incrementAndGet();
                arm(session);
            }
        } catch (NoAnswerException e) {
            // A new session has none of the old one's watches.
            armedIn.set(NO_SESSION);
        }
        return changes.get();
    }

    private void arm(StoreSession session) {
        long id = session.id();
        var unused = session.children(FleetPaths.CLAIMS, () -> disarm(id)).whenComplete((children, failure) -> {
            if (failure != null || children.isEmpty()) {
                disarm(id);
            }
        });
    }

    private void disarm(long session) {
        armedIn.compareAndSet(session, NO_SESSION);
    }
}
