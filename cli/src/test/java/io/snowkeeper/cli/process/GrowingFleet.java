package io.snowkeeper.cli.process;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.Node;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.OperationSettings;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.net.connection.ConnectionSettings;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.net.Ports;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Nodes of this process at 127.0.0.1, 127.0.0.2 and so on, all at the same ports, as the addresses of one name are. */
final class GrowingFleet implements AutoCloseable {

    private final String zooKeeper = SharedZooKeeper.newConnectString();
    private final int linePort = Ports.next();
    private final int httpPort = Ports.next();
    private final ConnectionSettings connections;
    private final List<Node> nodes = new ArrayList<>();

    GrowingFleet(ConnectionSettings connections) {
        this.connections = connections;
    }

    int linePort() {
        return linePort;
    }

    int httpPort() {
        return httpPort;
    }

    int size() {
        return nodes.size();
    }

    List<InetAddress> addresses() {
        List<InetAddress> addresses = new ArrayList<>();
        for (int i = 1; i <= nodes.size(); i++) {
            addresses.add(address(i));
        }
        return addresses;
    }

    static InetAddress address(int host) {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host});
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    /** Starts another one, and waits until it gives ids. */
    void grow() throws Exception {
        String host = address(nodes.size() + 1).getHostAddress();
        MemberSettings fleet = MemberSettings.builder("n" + (nodes.size() + 1))
                .connectString(zooKeeper)
                .window(Duration.ofSeconds(15))
                .sessionTimeout(Duration.ofSeconds(10))
                .maxSkew(Duration.ofSeconds(5))
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
        Node node = new Node(
                new NodeSettings(
                                fleet,
                                1,
                                Optional.empty(),
                                LineServerSettings.on(host, linePort),
                                new OperationSettings(
                                        Optional.of(HttpServerSettings.on(host, httpPort)),
                                        Duration.ZERO,
                                        Duration.ZERO),
                                Optional.empty(),
                                Duration.ofSeconds(1))
                        .with(connections),
                MillisClock.wall(),
                new ZooKeeperCoordinator());
        nodes.add(node);
        InetSocketAddress line = node.start();
        await(host + " gives ids").until(() -> {
            try (LineClient client = LineClient.connect(line)) {
                return client.generate().has("id");
            }
        });
    }

    @Override
    public void close() {
        nodes.parallelStream().forEach(Node::close);
    }
}
