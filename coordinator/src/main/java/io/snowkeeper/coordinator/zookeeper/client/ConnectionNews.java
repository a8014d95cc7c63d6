package io.snowkeeper.coordinator.zookeeper.client;

import org.apache.curator.framework.state.ConnectionState;

/**
 * What is worth telling of a connection: all that comes after the first one. To Curator, a connection that was never made is
 * suspended and lost as well. Not thread-safe: Curator tells of its states on one thread.
 */
public final class ConnectionNews {

    private boolean everConnected;

    /** Returns whether a state, the next one, says something of a connection that there is or was. */
    public boolean holds(ConnectionState state) {
        everConnected |= state.isConnected();
        return everConnected;
    }
}
