package io.snowkeeper.client.internal.connection;

/** An opener of connections. */
public interface Connector {

    /** Begins to open one. The owner is notified of the outcome. */
    Connection open(Server server, Connection.Owner owner);
}
