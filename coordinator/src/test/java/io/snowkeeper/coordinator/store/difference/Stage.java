package io.snowkeeper.coordinator.store.difference;

import io.snowkeeper.coordinator.store.CoordinationStoreContract.Client;

/** A store that scripts are played on, empty at the beginning of each. Clients count from 0. */
interface Stage extends AutoCloseable {

    /** Returns a client, which has a connection. */
    Client client(int number) throws Exception;

    /** Closes a client's store, and opens another one. */
    void reopen(int number) throws Exception;

    /** Has a record be as {@link Turn.Aging} says; nothing if there is none. */
    void age(String path, int version, int childrenMade);

    /**
     * Resets the store to an unused state.
     *
     * @param anew whether all clients are opened again before they are used
     */
    void clear(boolean anew) throws Exception;

    @Override
    void close() throws Exception;
}
