package io.snowkeeper.coordinator.store;

/**
 * The connection states worth reporting: all after the first one. A connection that was never made may be called
 * suspended and lost as well. Not thread-safe: a store reports its states one after the other.
 */
public final class ConnectionNews {

    private boolean everConnected;

    /** Returns whether a state, the next one, says something of a connection that there is or was. */
    public boolean holds(StoreState state) {
        everConnected |= state.isConnected();
        return everConnected;
    }
}
