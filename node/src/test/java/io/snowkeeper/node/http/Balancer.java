package io.snowkeeper.node.http;

import io.snowkeeper.testkit.net.Ports;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/** HAProxy, by the configuration that the repository ships, before nodes of this process. */
final class Balancer implements AutoCloseable {

    private static final Path CONFIGURATION = Path.of("../deploy/haproxy/haproxy.cfg");

    private final Process process;
    private final int linePort;
    private final int httpPort;
    private final int statsPort;
    private final HttpClient client = HttpClient.newHttpClient();

    private Balancer(Process process, int linePort, int httpPort, int statsPort) {
        this.process = process;
        this.linePort = linePort;
        this.httpPort = httpPort;
        this.statsPort = statsPort;
    }

    static Balancer before(Map<String, HttpNode> nodes, Path folder) throws IOException {
        return before(nodes, folder, Map.of());
    }

    /** @param settings what the configuration takes from the environment, beside the ports */
    static Balancer before(Map<String, HttpNode> nodes, Path folder, Map<String, String> settings) throws IOException {
        Path backends = Files.writeString(folder.resolve("nodes.cfg"), """
            backend nodes-line from line
            %s
            backend nodes-http from http
            %s
            """.formatted(
                        servers(nodes, "server %s 127.0.0.1:%d port %d"), servers(nodes, "server %s 127.0.0.1:%3$d")));
        int line = Ports.next();
        int http = Ports.next();
        int stats = Ports.next();
        ProcessBuilder builder =
                new ProcessBuilder("haproxy", "-db", "-f", CONFIGURATION.toString(), "-f", backends.toString());
        builder.environment()
                .putAll(Map.of(
                        "LB_LINE_PORT", Integer.toString(line),
                        "LB_HTTP_PORT", Integer.toString(http),
                        "LB_STATS_PORT", Integer.toString(stats)));
        builder.environment().putAll(settings);
        builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile());
        return new Balancer(builder.start(), line, http, stats);
    }

    private static String servers(Map<String, HttpNode> nodes, String server) {
        return nodes.entrySet().stream()
                .map(node -> "    "
                        + server.formatted(
                                node.getKey(),
                                node.getValue().lineAddress().getPort(),
                                node.getValue().port()))
                .collect(Collectors.joining("\n"));
    }

    InetSocketAddress lines() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), linePort);
    }

    URI http(String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(httpPort, path));
    }

    int httpPort() {
        return httpPort;
    }

    int statsPort() {
        return statsPort;
    }

    /** Waits until it gives a node work, at both ports. */
    void awaitUp(String node) {
        Awaitility.await(node + " is up")
                .ignoreExceptions()
                .until(() -> column(node, "status").equals(List.of("UP", "UP")));
    }

    /** Waits until it has taken a node out, at both ports. That it is back by then is no matter. */
    void awaitTakenOut(String node) {
        Awaitility.await(node + " was taken out")
                .ignoreExceptions()
                .until(() -> column(node, "chkdown").equals(List.of("1", "1")));
    }

    private List<String> column(String node, String name) throws Exception {
        String table = client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/;csv".formatted(statsPort)))
                                .build(),
                        BodyHandlers.ofString())
                .body();
        List<String> header = List.of(table.lines().findFirst().orElseThrow().split(",", -1));
        return table.lines()
                .map(row -> row.split(",", -1))
                .filter(row -> row.length == header.size() && row[1].equals(node))
                .map(row -> row[header.indexOf(name)])
                .toList();
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
    }
}
