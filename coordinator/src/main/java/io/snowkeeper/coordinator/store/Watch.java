package io.snowkeeper.coordinator.store;

/**
 * A listener that is called once when a record was written, made or deleted. It may be called for nothing, too.
 * It outlives a lost connection, but not the session; nothing is told of that.
 */
@FunctionalInterface
public interface Watch {

    /** Tells of it, on a thread of the store's; must not block. */
    void changed();
}
