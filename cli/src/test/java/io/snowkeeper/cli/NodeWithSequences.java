package io.snowkeeper.cli;

import io.snowkeeper.coordinator.sequence.SequenceSettings;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.line.LineServer;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.id.FixedWorkerIds;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.time.Duration;
import java.util.Optional;
import org.apache.curator.test.TestingServer;

/** The line port of a node in the test's own process, with a ZooKeeper for its sequences. */
public final class NodeWithSequences implements AutoCloseable {

    private final TestingServer zooKeeper;
    private final Sequences sequences;
    private final LineServer server;
    private final String address;

    private NodeWithSequences() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        sequences = new ZooKeeperCoordinator()
                .sequences(SequenceSettings.of(zooKeeper.getConnectString(), "n1", Duration.ofSeconds(10)));
        sequences.start();
        server = new LineServer(LineServerSettings.on("127.0.0.1", 0), service("n1"));
        address = "127.0.0.1:" + server.start().getPort();
    }

    public static NodeWithSequences start() throws Exception {
        return new NodeWithSequences();
    }

    /** Returns what a node of this name does with requests, with the same sequences. */
    public NodeService service(String name) {
        MillisClock clock = MillisClock.wall();
        return new NodeService(
                        name,
                        FixedWorkerIds.ofNode(name, Layout.DEFAULT, clock, Duration.ZERO, System::nanoTime),
                        clock,
                        () -> NodeStatus.alone(name))
                .withSequences(() -> Optional.of(sequences));
    }

    public Sequences sequences() {
        return sequences;
    }

    /** Returns where it is, as {@code --server} takes it. */
    public String address() {
        return address;
    }

    @Override
    public void close() throws Exception {
        server.close();
        sequences.close();
        zooKeeper.close();
    }
}
