package io.snowkeeper.node.net.connection;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.Node;
import io.snowkeeper.node.NodeSettings;
import io.snowkeeper.node.OperationSettings;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.redis.RedisSettings;
import io.snowkeeper.node.security.AddressLimits;
import io.snowkeeper.node.security.SecuritySettings;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;

/** A whole node, with all of its ports on loopback. */
final class ConnectedNode implements AutoCloseable {

    private final Node node;
    private final InetSocketAddress line;

    ConnectedNode(ConnectionSettings connections, AddressLimits limits) throws Exception {
        MemberSettings fleet = MemberSettings.builder("n1")
                .connectString(SharedZooKeeper.newConnectString())
                .window(Duration.ofSeconds(30))
                .sessionTimeout(Duration.ofSeconds(30))
                .maxSkew(Duration.ofSeconds(5))
                .sequenceTimeout(Duration.ofMinutes(1))
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
        SecuritySettings security = new SecuritySettings(Optional.empty(), limits);
        node = new Node(
                new NodeSettings(
                                fleet,
                                1,
                                Optional.empty(),
                                LineServerSettings.on("127.0.0.1", 0).with(security),
                                new OperationSettings(
                                        Optional.of(HttpServerSettings.on("127.0.0.1", 0)
                                                .with(security)),
                                        Duration.ZERO,
                                        Duration.ZERO),
                                Optional.empty(),
                                Duration.ofSeconds(1))
                        .with(new RedisSettings(0, false))
                        .with(connections),
                MillisClock.wall(),
                new ZooKeeperCoordinator());
        line = node.start();
    }

    ConnectedNode awaitIds() {
        await("ids").until(() -> {
            try (LineClient client = LineClient.connect(line)) {
                return client.generate().has("id");
            }
        });
        return this;
    }

    /** Connects to a port from an address of this machine. */
    Socket connect(ProxiedPort port, String from) throws IOException {
        InetSocketAddress to = switch (port) {
            case LINE -> line;
            case REDIS -> node.redisAddress().orElseThrow();
            case HTTP -> node.httpAddress().orElseThrow();
        };
        Socket socket = new Socket(to.getAddress(), to.getPort(), InetAddress.getByName(from), 0);
        socket.setSoTimeout(Patience.LIMIT_MILLIS);
        return socket;
    }

    @Override
    public void close() {
        node.close();
    }
}
