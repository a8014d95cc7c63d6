package io.snowkeeper.coordinator.store;

/**
 * A listener that is called once when a record was written, made or deleted, or has other children. It may be called
 * without a change, too. It outlives a lost connection, but not the session, whose end it does not report. A watch for
 * a record that is not there may not be called for one that was made and deleted again while there was no connection,
 * and waits for the next.
 */
@FunctionalInterface
public interface Watch {

    /** Receives the call, on a thread of the store's; must not block. */
    void changed();
}
