package io.snowkeeper.redistest;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** HAProxy, by the configuration that the repository ships, with an address for clients of Redis. */
final class Balancer implements AutoCloseable {

    private static final Path CONFIGURATION = Path.of("..", "deploy", "haproxy");

    private final Process process;
    private final int redisPort;
    private final int statsPort;

    private Balancer(Process process, int redisPort, int statsPort) {
        this.process = process;
        this.redisPort = redisPort;
        this.statsPort = statsPort;
    }

    static Balancer before(List<NodeProcess> nodes, Path folder) throws IOException {
        Path backends = Files.writeString(folder.resolve("nodes.cfg"), """
                backend nodes-line from line
                %s
                backend nodes-redis from line
                %s
                backend nodes-http from http
                %s
                """.formatted(
                        nodes.stream()
                                .map(node -> server(node, node.address().getPort()))
                                .collect(joined()),
                        nodes.stream()
                                .map(node -> server(node, node.redisAddress().getPort()))
                                .collect(joined()),
                        nodes.stream().map(node -> server(node, httpPort(node))).collect(joined())));
        int redis = Ports.next();
        int stats = Ports.next();
        ProcessBuilder builder = new ProcessBuilder(
                "haproxy",
                "-db",
                "-f",
                CONFIGURATION.resolve("haproxy.cfg").toString(),
                "-f",
                withoutNodes(CONFIGURATION.resolve("redis.cfg"), folder).toString(),
                "-f",
                backends.toString());
        builder.environment()
                .putAll(Map.of(
                        "LB_LINE_PORT", Integer.toString(Ports.next()),
                        "LB_HTTP_PORT", Integer.toString(Ports.next()),
                        "LB_REDIS_PORT", Integer.toString(redis),
                        "LB_STATS_PORT", Integer.toString(stats)));
        builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile());
        Balancer balancer = new Balancer(builder.start(), redis, stats);
        await("all nodes are up, HAProxy's log is in " + folder)
                .ignoreExceptions()
                .until(() -> balancer.nodesUp() == nodes.size());
        return balancer;
    }

    /** Returns a copy of a configuration, without the nodes of the compose file. */
    private static Path withoutNodes(Path configuration, Path folder) throws IOException {
        String text = Files.readString(configuration);
        return Files.writeString(
                folder.resolve(configuration.getFileName()), text.substring(0, text.indexOf("\nbackend ")));
    }

    private static Collector<CharSequence, ?, String> joined() {
        return Collectors.joining("\n");
    }

    private static String server(NodeProcess node, int port) {
        return "    server n%d 127.0.0.1:%d port %d".formatted(node.pid(), port, httpPort(node));
    }

    private static int httpPort(NodeProcess node) {
        return URI.create(node.httpUrl()).getPort();
    }

    int redisPort() {
        return redisPort;
    }

    private long nodesUp() throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/;csv".formatted(statsPort)))
                                .build(),
                        BodyHandlers.ofString())
                .body()
                .lines()
                .filter(row -> row.startsWith("nodes-redis,n") && row.contains(",UP,"))
                .count();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
