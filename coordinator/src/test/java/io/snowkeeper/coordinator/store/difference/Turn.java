package io.snowkeeper.coordinator.store.difference;

import java.util.List;

/** A part of a script that is over before the next one begins. */
sealed interface Turn {

    /** Returns whose it is. */
    int client();

    /** Requests that a client makes one after the other without waiting for answers. */
    record Requests(int client, List<Request> requests) implements Turn {}

    /**
     * The creation of an ephemeral record.
     *
     * @param prefix a path that ends with a hyphen
     */
    record Claim(int client, String prefix, int bytes) implements Turn {}

    /** The end of a store, and another one for the same client. */
    record Reopening(int client) implements Turn {}

    /** The end of a session, as if the client had been silent for too long. */
    record Expiry(int client) implements Turn {}

    /** A time without a connection, in which another client makes requests. */
    record Absence(int client, Requests meanwhile) implements Turn {}

    /**
     * The state of a record that was written, and had children made, very often.
     *
     * @param version its version then
     * @param childrenMade how many children were ever made
     */
    record Aging(int client, String path, int version, int childrenMade) implements Turn {}

    /** The entering of an election. */
    record Candidacy(int client, String path) implements Turn {}

    /** The end of the first candidacy that a client has; nothing if it has none. */
    record Withdrawal(int client) implements Turn {}
}
