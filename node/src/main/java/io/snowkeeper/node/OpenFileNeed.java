package io.snowkeeper.node;

import io.snowkeeper.coordinator.zookeeper.EmbeddedZooKeeper;
import io.snowkeeper.node.net.OpenFiles;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The files that a node may come to have open for its connections.
 *
 * @param ports how many ports it has
 * @param maxConnections how many connections each of them takes
 * @param zooKeeper how many the ZooKeeper in this process takes, 0 if there is none
 */
public record OpenFileNeed(int ports, int maxConnections, int zooKeeper) {

    /** Returns the needs of a node with these settings. */
    public static OpenFileNeed of(NodeSettings settings) {
        return new OpenFileNeed(
                1
                        + (settings.redis().isPresent() ? 1 : 0)
                        + (settings.operation().http().isPresent() ? 1 : 0),
                settings.line().maxConnections(),
                settings.embedded().isPresent() ? EmbeddedZooKeeper.MAX_CONNECTIONS : 0);
    }

    /**
     * Returns the warning for the operator if a limit is too low.
     *
     * @param limit as {@link OpenFiles#limit}
     */
    public Optional<String> warning(OptionalLong limit) {
        return limit.isPresent()
                ? OpenFiles.warning(limit.getAsLong(), ports, maxConnections, zooKeeper)
                : Optional.empty();
    }
}
