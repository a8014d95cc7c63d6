package io.snowkeeper.redistest;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.haproxy.Haproxy;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** HAProxy, by the configuration that the repository ships, with an address for clients of Redis. */
final class Balancer implements AutoCloseable {

    private static final Path CONFIGURATION = Path.of("..", "..", "deploy", "haproxy", "redis.cfg");

    private final Haproxy haproxy;
    private final int redisPort;

    private Balancer(Haproxy haproxy, int redisPort) {
        this.haproxy = haproxy;
        this.redisPort = redisPort;
    }

    static Balancer before(List<NodeProcess> nodes, Path folder) throws IOException {
        String backends = """
                %s
                backend nodes-redis from line
                %s
                backend last-redis from line
                %2$s
                """.formatted(
                        Haproxy.backends(nodes.stream().map(Balancer::server).toList()),
                        nodes.stream().map(Balancer::redisServer).collect(Collectors.joining("\n")));
        int redis = Ports.next();
        Haproxy haproxy =
                Haproxy.start(withoutNodes() + backends, folder, Map.of("LB_REDIS_PORT", Integer.toString(redis)));
        Balancer balancer = new Balancer(haproxy, redis);
        await("all nodes are up, HAProxy's log is in " + folder)
                .ignoreExceptions()
                .until(() -> balancer.nodesUp() == nodes.size());
        return balancer;
    }

    /** Returns the configuration for Redis, without the nodes of the compose file. */
    private static String withoutNodes() throws IOException {
        String text = Files.readString(CONFIGURATION);
        return text.substring(0, text.indexOf("\nbackend ") + 1);
    }

    private static Haproxy.Server server(NodeProcess node) {
        return new Haproxy.Server(name(node), node.address().getPort(), httpPort(node));
    }

    private static String redisServer(NodeProcess node) {
        return "    server %s 127.0.0.1:%d port %d"
                .formatted(name(node), node.redisAddress().getPort(), httpPort(node));
    }

    private static String name(NodeProcess node) {
        return "n" + node.pid();
    }

    private static int httpPort(NodeProcess node) {
        return URI.create(node.httpUrl()).getPort();
    }

    int redisPort() {
        return redisPort;
    }

    private long nodesUp() throws Exception {
        return haproxy.statistics().stream()
                .filter(row -> row.get("pxname").equals("nodes-redis")
                        && row.get("svname").startsWith("n")
                        && row.get("status").equals("UP"))
                .count();
    }

    @Override
    public void close() {
        haproxy.close();
    }
}
