package io.snowkeeper.node;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.Checks;
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
        Checks.requireWithin("embeddedZooKeeperPort", port, 0, 65_535);
        requireNonNull(dataDirectory);
    }
}
