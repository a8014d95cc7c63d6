package io.snowkeeper.coordinator.store;

/** A listener for the states of a connection to the store. */
@FunctionalInterface
public interface StoreListener {

    /** Receives the next state, on a thread of the store's; must not block. */
    void stateChanged(StoreState state);
}
