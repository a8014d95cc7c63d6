package io.snowkeeper.node.net;

import static java.util.Objects.requireNonNull;

/**
 * The bounds that the clients of all ports of a node share.
 *
 * @param backlog what they leave with the node
 * @param sockets how many connections they have
 */
public record PortBounds(Backlog backlog, SocketLimit sockets) {

    public PortBounds {
        requireNonNull(backlog);
        requireNonNull(sockets);
    }

    /** Returns the bounds of a process in which nothing else needs many files. */
    public static PortBounds usual() {
        return of(0);
    }

    /**
     * Returns the bounds of this process.
     *
     * @param zooKeeper how many connections the ZooKeeper in this process takes, 0 if there is none
     */
    public static PortBounds of(int zooKeeper) {
        int sockets = OpenFiles.limit().stream()
                .mapToInt(limit -> OpenFiles.left(limit, zooKeeper))
                .findFirst()
                .orElse(Integer.MAX_VALUE);
        return new PortBounds(new Backlog(), new SocketLimit(sockets));
    }
}
