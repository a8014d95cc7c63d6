package io.snowkeeper.client.internal.connection;

/** An opener of connections. */
public interface Connector {

    /** Begins to open one. Whatever comes of it, the owner hears. */
    Connection open(Server server, Connection.Owner owner);
}
