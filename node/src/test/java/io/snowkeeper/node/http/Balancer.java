package io.snowkeeper.node.http;

import io.snowkeeper.testkit.haproxy.Haproxy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;

/** HAProxy, by the configuration that the repository ships, before nodes of this process. */
final class Balancer implements AutoCloseable {

    private final Haproxy haproxy;

    private Balancer(Haproxy haproxy) {
        this.haproxy = haproxy;
    }

    static Balancer before(Map<String, HttpNode> nodes, Path folder) throws IOException {
        return before(nodes, folder, Map.of());
    }

    /** @param settings the environment of the configuration, beside the ports */
    static Balancer before(Map<String, HttpNode> nodes, Path folder, Map<String, String> settings) throws IOException {
        List<Haproxy.Server> servers = nodes.entrySet().stream()
                .map(node -> new Haproxy.Server(
                        node.getKey(),
                        node.getValue().lineAddress().getPort(),
                        node.getValue().port()))
                .toList();
        return new Balancer(Haproxy.start(Haproxy.backends(servers), folder, settings));
    }

    InetSocketAddress lines() {
        return haproxy.lines();
    }

    URI http(String path) {
        return URI.create("http://127.0.0.1:%d%s".formatted(httpPort(), path));
    }

    int httpPort() {
        return haproxy.httpPort();
    }

    int statsPort() {
        return haproxy.statsPort();
    }

    /** Waits until it gives a node work, at both ports. */
    void awaitUp(String node) {
        Awaitility.await(node + " is up")
                .ignoreExceptions()
                .until(() -> column(node, "status").equals(List.of("UP", "UP")));
    }

    /** Returns how often it has taken a node out, by port: on a busy machine it may have, for a check that came to nothing. */
    List<Integer> timesTakenOut(String node) throws Exception {
        return column(node, "chkdown").stream().map(Integer::valueOf).toList();
    }

    /** Waits until it has taken a node out once more at both ports, or has it out. That it is back by then is no matter. */
    void awaitTakenOut(String node, List<Integer> before) {
        Awaitility.await(node + " was taken out").ignoreExceptions().until(() -> {
            List<String> status = column(node, "status");
            List<Integer> times = timesTakenOut(node);
            return IntStream.range(0, before.size())
                    .allMatch(port -> status.get(port).startsWith("DOWN") || times.get(port) > before.get(port));
        });
    }

    /** Reads the backends with the first priority: those of last resort have the same nodes. */
    private List<String> column(String node, String name) throws Exception {
        return haproxy.statistics().stream()
                .filter(row ->
                        row.get("svname").equals(node) && row.get("pxname").startsWith("nodes-"))
                .map(row -> row.get(name))
                .toList();
    }

    @Override
    public void close() {
        haproxy.close();
    }
}
