package io.snowkeeper.cli.process;

import static org.awaitility.Awaitility.await;

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
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * HAProxy, by the configuration that the repository ships, before nodes of which some are to come. It says for whom it connects:
 * by version 2 of the PROXY protocol for lines, by version 1 over HTTP, and so do its checks.
 */
final class Haproxy implements AutoCloseable {

    private static final Path CONFIGURATION = Path.of("../deploy/haproxy/haproxy.cfg");

    private final Process process;
    private final int linePort;
    private final int httpPort;
    private final int statsPort;

    private Haproxy(Process process, int linePort, int httpPort, int statsPort) {
        this.process = process;
        this.linePort = linePort;
        this.httpPort = httpPort;
        this.statsPort = statsPort;
    }

    /**
     * @param nodes how many there will be
     * @param address where it connects from
     */
    static Haproxy before(GrowingFleet fleet, int nodes, String address, Path folder) throws IOException {
        String lines = "    server n%%d 127.0.0.%%1$d:%d port %d send-proxy-v2 check-send-proxy"
                .formatted(fleet.linePort(), fleet.httpPort());
        String http = "    server n%%d 127.0.0.%%1$d:%d send-proxy check-send-proxy".formatted(fleet.httpPort());
        Path backends = Files.writeString(
                folder.resolve("nodes.cfg"), """
                backend nodes-line from line
                    source %1$s
                %2$s
                backend nodes-http from http
                    source %1$s
                %3$s
                """.formatted(address, servers(nodes, lines), servers(nodes, http)));
        int line = Ports.next();
        int api = Ports.next();
        int stats = Ports.next();
        ProcessBuilder builder =
                new ProcessBuilder("haproxy", "-db", "-f", CONFIGURATION.toString(), "-f", backends.toString());
        builder.environment()
                .putAll(Map.of(
                        "LB_LINE_PORT", Integer.toString(line),
                        "LB_HTTP_PORT", Integer.toString(api),
                        "LB_STATS_PORT", Integer.toString(stats)));
        builder.redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile());
        return new Haproxy(builder.start(), line, api, stats);
    }

    private static String servers(int nodes, String server) {
        return IntStream.rangeClosed(1, nodes).mapToObj(server::formatted).collect(Collectors.joining("\n"));
    }

    InetSocketAddress lines() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), linePort);
    }

    int httpPort() {
        return httpPort;
    }

    /** Waits until it gives so many nodes work, at both ports. */
    void awaitUp(int nodes) {
        await(nodes + " nodes are up").ignoreExceptions().until(() -> up() == 2 * nodes);
    }

    private long up() throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d/;csv".formatted(statsPort)))
                                .build(),
                        BodyHandlers.ofString())
                .body()
                .lines()
                .filter(row -> row.matches("nodes-(line|http),n\\d,.*,UP,.*"))
                .count();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
