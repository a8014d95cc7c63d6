package io.snowkeeper.cli;

import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.line.LineServer;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.id.FixedWorkerIds;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.time.Duration;
import java.util.Optional;

/** The line port of a node in the test's own process, with sequences that no other has. */
public final class NodeWithSequences implements AutoCloseable {

    private final Sequences sequences;
    private final LineServer server;
    private final String address;

    private NodeWithSequences() throws Exception {
        sequences = FleetSequences.of(
                new ZooKeeperCoordinator(),
                SequenceSettings.of(SharedZooKeeper.newConnectString(), "n1", Duration.ofSeconds(30))
                        .withTimeout(Duration.ofMinutes(1)));
        sequences.start();
        server = new LineServer(LineServerSettings.on("127.0.0.1", 0), service("n1"));
        address = "127.0.0.1:" + server.start().getPort();
    }

    public static NodeWithSequences start() throws Exception {
        return new NodeWithSequences();
    }

    /** Returns the service of a node of this name, with the same sequences. */
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
    }
}
