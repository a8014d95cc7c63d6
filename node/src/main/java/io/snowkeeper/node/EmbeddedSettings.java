package io.snowkeeper.node;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;

/**
 * A ZooKeeper in the node's own process.
 *
 * @param port where it listens on loopback, 0 for any port
 * @param dataDirectory where its data is
 */
public record EmbeddedSettings(int port, Path dataDirectory) {

    /** Where ZooKeeper usually listens. */
    public static final int DEFAULT_PORT = 2181;

    /** @throws IllegalArgumentException if the port is out of its range */
    public EmbeddedSettings {
        if (port < 0 || port > 65_535) {
            throw new IllegalArgumentException("must be >= 0 && <= 65535: embeddedZooKeeperPort=" + port);
        }
        requireNonNull(dataDirectory);
    }
}
