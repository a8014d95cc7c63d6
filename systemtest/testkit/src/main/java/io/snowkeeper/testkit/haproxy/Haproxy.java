package io.snowkeeper.testkit.haproxy;

import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.repository.Repository;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** HAProxy of Debian's package, by the configuration that the repository ships, at ports of its own. */
public final class Haproxy implements AutoCloseable {

    private static final Path CONFIGURATION = Repository.file("deploy/haproxy/haproxy.cfg");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process process;
    private final int linePort;
    private final int httpPort;
    private final int statsPort;

    /** A node of this machine, as backends name it. */
    public record Server(String name, int linePort, int httpPort) {}

    private Haproxy(Process process, int linePort, int httpPort, int statsPort) {
        this.process = process;
        this.linePort = linePort;
        this.httpPort = httpPort;
        this.statsPort = statsPort;
    }

    /** Starts one whose log, {@code haproxy.log}, and backends, {@code nodes.cfg}, are in a folder. */
    public static Haproxy start(String backends, Path folder) throws IOException {
        return start(backends, folder, Map.of());
    }

    /**
     * Starts one as {@link #start(String, Path)} does.
     *
     * @param settings the environment of configurations, beside the ports
     * @throws IOException if it is not installed
     */
    public static Haproxy start(String backends, Path folder, Map<String, String> settings) throws IOException {
        Path nodes = Files.writeString(folder.resolve("nodes.cfg"), backends);
        int line = Ports.next();
        int http = Ports.next();
        int stats = Ports.next();
        ProcessBuilder builder = new ProcessBuilder(
                        "haproxy", "-db", "-f", CONFIGURATION.toString(), "-f", nodes.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("haproxy.log").toFile());
        builder.environment()
                .putAll(Map.of(
                        "LB_LINE_PORT", Integer.toString(line),
                        "LB_HTTP_PORT", Integer.toString(http),
                        "LB_STATS_PORT", Integer.toString(stats)));
        builder.environment().putAll(settings);
        return new Haproxy(builder.start(), line, http, stats);
    }

    /** Returns the backends of lines and of HTTP, as those that the repository ships are, but for the nodes. */
    public static String backends(List<Server> servers) {
        return """
                backend nodes-line from line
                %s
                backend nodes-http from http
                %s
                backend last-line from line
                    http-check send meth GET uri /livez
                %1$s
                backend last-http from http
                    default-server no-check
                %3$s
                """.formatted(
                        lines(servers, "    server %s 127.0.0.1:%s port %s"),
                        lines(servers, "    server %s 127.0.0.1:%3$d"),
                        lines(servers, "    server %s 127.0.0.1:%3$d track last-line/%1$s"));
    }

    private static String lines(List<Server> servers, String line) {
        return servers.stream()
                .map(server -> line.formatted(server.name(), server.linePort(), server.httpPort()))
                .collect(Collectors.joining("\n"));
    }

    public InetSocketAddress lines() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), linePort);
    }

    public int httpPort() {
        return httpPort;
    }

    public int statsPort() {
        return statsPort;
    }

    /** Returns its statistics, a row for each frontend, backend and server, by the names of the columns. */
    public List<Map<String, String>> statistics() throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:%s/;csv".formatted(statsPort)))
                .build();
        List<String[]> table = client.send(request, BodyHandlers.ofLines())
                .body()
                .map(row -> row.split(",", -1))
                .toList();
        String[] header = table.get(0);
        header[0] = header[0].replace("# ", "");
        return table.stream()
                .filter(row -> row.length == header.length)
                .map(row -> byColumn(header, row))
                .toList();
    }

    private static Map<String, String> byColumn(String[] header, String[] row) {
        Map<String, String> values = new HashMap<>();
        for (int i = 0; i < header.length; i++) {
            values.put(header[i], row[i]);
        }
        return values;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
