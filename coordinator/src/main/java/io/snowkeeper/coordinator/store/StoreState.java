package io.snowkeeper.coordinator.store;

/** A state of the connection to the store. */
public enum StoreState {
    /** The first session has begun. */
    CONNECTED,
    /** The connection is lost; the session may live. */
    SUSPENDED,
    /** The connection is there again, with the same session or another one. */
    RECONNECTED,
    /** The session has ended, as far as is known here. */
    LOST,
    /** The connection is there, for reads only. */
    READ_ONLY,
    /** The store does not take our login. {@link CoordinationStore#logInAgain} tries again. */
    LOGIN_REFUSED,
    /** The store took our login, or needs none. */
    LOGIN_TAKEN;

    /** Returns whether requests can be answered. */
    public boolean isConnected() {
        return this == CONNECTED || this == RECONNECTED || this == READ_ONLY;
    }

    /** Returns whether it is about the connection, not the login. */
    public boolean isOfConnection() {
        return this != LOGIN_REFUSED && this != LOGIN_TAKEN;
    }
}
