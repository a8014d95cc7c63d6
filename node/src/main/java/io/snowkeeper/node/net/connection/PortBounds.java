package io.snowkeeper.node.net.connection;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.net.OpenFiles;
import io.snowkeeper.node.net.SocketLimit;

/**
 * The bounds that the clients of all ports of a node share.
 *
 * @param backlog the bytes that they leave with the node
 * @param sockets how many connections they have
 * @param connections how old their connections become, and which proxies speak for them
 */
public record PortBounds(Backlog backlog, SocketLimit sockets, ConnectionSettings connections) {

    public PortBounds {
        requireNonNull(backlog);
        requireNonNull(sockets);
        requireNonNull(connections);
    }

    /** Returns the bounds of a process in which nothing else needs many files. */
    public static PortBounds usual() {
        return of(0, ConnectionSettings.NONE);
    }

    /**
     * Returns the bounds of this process.
     *
     * @param zooKeeper how many connections the ZooKeeper in this process takes, 0 if there is none
     */
    public static PortBounds of(int zooKeeper, ConnectionSettings connections) {
        int sockets = OpenFiles.limit().stream()
                .mapToInt(limit -> OpenFiles.left(limit, zooKeeper))
                .findFirst()
                .orElse(Integer.MAX_VALUE);
        return new PortBounds(new Backlog(), new SocketLimit(sockets), connections);
    }
}
