package io.snowkeeper.node;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.line.LineServerSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A node on loopback that runs its own ZooKeeper, and has all its files in one folder. */
public final class LoneNode {

    private LoneNode() {}

    /** Makes one that is not started yet, without HTTP. */
    public static Node in(Path folder, UnaryOperator<NodeSettings> others) {
        return in(folder, OperationSettings.WITHOUT_HTTP, others);
    }

    /**
     * Makes one that is not started yet.
     *
     * @param others its other settings
     */
    public static Node in(Path folder, OperationSettings operation, UnaryOperator<NodeSettings> others) {
        MemberSettings fleet = MemberSettings.builder("n1")
                .connectString("replaced by the embedded one")
                .stateDirectory(Optional.of(folder))
                .window(Duration.ofSeconds(15))
                .sessionTimeout(Duration.ofSeconds(10))
                .maxSkew(Duration.ofSeconds(5))
                .sequenceTimeout(Duration.ofMinutes(1))
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
        NodeSettings settings = new NodeSettings(
                fleet,
                1,
                Optional.of(new EmbeddedSettings(0, folder.resolve("zookeeper"))),
                LineServerSettings.on("127.0.0.1", 0),
                operation,
                Optional.empty(),
                Duration.ofSeconds(1));
        return new Node(others.apply(settings), MillisClock.wall(), new ZooKeeperCoordinator());
    }
}
