package io.snowkeeper.loadtest.drill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.loadtest.chaos.fleet.ClockLibrary;
import io.snowkeeper.testkit.haproxy.Haproxy;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.process.Shell;
import io.snowkeeper.testkit.prometheus.Alertmanager;
import io.snowkeeper.testkit.prometheus.Prometheus;
import io.snowkeeper.testkit.repository.Repository;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A ZooKeeper, nodes, HAProxy and Prometheus with the rules that are shipped, in which durations are a tenth. */
final class DrilledFleet implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String NAME = "drill";
    private static final int OK = 200;
    private static final int LINES_A_MINUTE = 10;
    private static final Pattern DURATION = Pattern.compile("(for: |\\[)(\\d+)(s|m|h|d)\\b");
    private static final Map<String, Integer> SECONDS = Map.of("s", 1, "m", 60, "h", 3600, "d", 86_400);
    private static final int SCALE = 10;

    private final Path folder;
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Map<String, DrilledNode> nodes = new LinkedHashMap<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final ZooKeeperServer zooKeeper;
    private final ClockLibrary clocks;
    private final Prometheus prometheus;
    private final Haproxy haproxy;
    private final Alertmanager alertmanager;
    private long marked = System.nanoTime();

    private DrilledFleet(Path folder) throws Exception {
        this.folder = folder;
        boolean complete = false;
        try {
            zooKeeper = opened(ZooKeeperServer.plain(folder));
            clocks = ClockLibrary.compile(folder);
            for (String name : List.of("n1", "n2", "n3")) {
                add(name);
            }
            haproxy = opened(Haproxy.start(
                    Haproxy.backends(
                            nodes.values().stream().map(DrilledNode::server).toList()),
                    folder));
            alertmanager = opened(Alertmanager.start(folder));
            prometheus = opened(Prometheus.start(folder, configuration()));
            complete = true;
        } finally {
            if (!complete) {
                close();
            }
        }
    }

    private String configuration() throws IOException {
        return """
                global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
                rule_files: [%s]
                alerting: {alertmanagers: [{static_configs: [{targets: ['%s']}]}]}
                scrape_configs:
                  - job_name: ids
                    file_sd_configs: [{files: [%s], refresh_interval: 1s}]
                """.formatted(rules(), alertmanager.address(), targets());
    }

    static DrilledFleet start(Path folder) throws Exception {
        return new DrilledFleet(folder);
    }

    /** Waits of 30 s last 3, and looks back are of half a minute in place of ten minutes; 12 s are reserved in place of 60. */
    private Path rules() throws IOException {
        String rules = Files.readString(Repository.file("deploy/prometheus/snowkeeper.rules.yml"));
        String quick = DURATION.matcher(rules.replace("[10m]", "[5m]"))
                .replaceAll(given -> given.group(1)
                        + Math.max(SCALE, Integer.parseInt(given.group(2)) * SECONDS.get(given.group(3))) / SCALE
                        + "s")
                .replace("time() < 20 and", "time() < 4 and")
                .replace("process_uptime_seconds < 600", "process_uptime_seconds < 30");
        return Files.writeString(folder.resolve("rules.yml"), quick);
    }

    /** Writes what service discovery finds. */
    private Path targets() throws IOException {
        return Files.writeString(
                folder.resolve("targets.json"),
                nodes.values().stream()
                        .map(node ->
                                "{\"targets\": [\"127.0.0.1:%d\"], \"labels\": {\"instance\": \"%s\", \"fleet\": \"%s\"}}"
                                        .formatted(node.httpPort(), node.name(), NAME))
                        .collect(Collectors.joining(",", "[", "]")));
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Starts one node more; Prometheus finds it. There are worker ids for three. */
    DrilledNode add(String name) throws IOException {
        DrilledNode node = opened(new DrilledNode(
                name,
                folder,
                clocks,
                List.of(
                        "--zookeeper",
                        zooKeeper.connectString(),
                        "--session-timeout",
                        "2s",
                        "--window",
                        "12s",
                        "--worker-range",
                        "0-2",
                        "--max-skew",
                        "2s")));
        nodes.put(name, node);
        targets();
        return node;
    }

    /** Ends a node for good; Prometheus loses it. */
    void remove(String name) throws IOException {
        nodes.remove(name).close();
        targets();
    }

    DrilledNode node(String name) {
        return nodes.get(name);
    }

    ZooKeeperServer zooKeeper() {
        return zooKeeper;
    }

    /** Returns the alerts that fire and do not follow from others. */
    Set<String> sent() throws Exception {
        return alertmanager.sent(NAME);
    }

    /**
     * Requires that a node shows a verdict in all five places.
     *
     * @param verdict as people read it, or a regular expression for it
     * @param status of {@code snowkeeper fleet}
     */
    void assertVerdict(String asked, String verdict, String ids, String sequences, int status) throws Exception {
        DrilledNode node = node(asked);
        for (String path : List.of("/v1/fleet", "/v1/fleet/nodes")) {
            assertThat(get(node, path).at("/verdict/text").asText()).as(path).matches(verdict);
        }
        for (Map.Entry<String, String> part :
                Map.of("ids", ids, "sequences", sequences).entrySet()) {
            assertThat(prometheus.values("snowkeeper_fleet_verdict{instance=\"%s\",of=\"%s\",verdict=~\"%s\"} == 1"
                            .formatted(asked, part.getKey(), part.getValue())))
                    .as("%s of the metric", part.getKey())
                    .containsExactly(1.0);
        }
        assertThat(node.log().stream()
                        .filter(line -> line.contains("VerdictLog"))
                        .reduce((one, next) -> next)
                        .orElse(""))
                .as("the log's last verdict")
                // The log asks no other node, and may not know what keeps one from giving ids or sequences.
                .containsPattern(ids.equals("given") && sequences.equals("given") ? " are given by " : ": " + verdict);
        try (NodeProcess program =
                NodeProcess.start(folder, Map.of(), List.of("fleet", "--url", "http://127.0.0.1:" + node.httpPort()))) {
            assertThat(program.awaitExit()).as(program.stdout()).isEqualTo(status);
            assertThat(program.stdout().lines().findFirst().orElse("")).containsPattern(verdict);
        }
    }

    /** Requires that a node has shown a verdict within the last minute in what keeps that: its log, and Prometheus. */
    void assertHasShown(String asked, String verdict, String ids) throws Exception {
        assertThat(node(asked).log()).anyMatch(line -> line.matches(".* VerdictLog: .*: " + verdict));
        assertThat(prometheus.values(
                        "max_over_time(snowkeeper_fleet_verdict{instance=\"%s\",of=\"ids\",verdict=\"%s\"}[1m])"
                                .formatted(asked, ids)))
                .containsExactly(1.0);
    }

    JsonNode get(DrilledNode node, String path) throws IOException, InterruptedException {
        return JSON.readTree(text(node, path));
    }

    String text(DrilledNode node, String path) throws IOException, InterruptedException {
        return send("GET", "http://127.0.0.1:%d%s".formatted(node.httpPort(), path))
                .body();
    }

    void createSequence(String name) {
        line("{\"type\":\"sequence_create\",\"sequence\":\"%s\",\"mode\":\"gapless\",\"from\":1,\"to\":1000}"
                .formatted(name));
    }

    void takeNumber(String name) {
        line("{\"type\":\"sequence_next\",\"sequence\":\"%s\"}".formatted(name));
    }

    /** Asks until it is done: nodes may be on their way back. */
    private void line(String request) {
        await(request).atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
            try (LineClient lines = LineClient.connect(haproxy.lines())) {
                return lines.call(request).path("type").asText().endsWith("_ok");
            }
        });
    }

    /** Copies ZooKeeper's data while it is stopped. */
    void backUp() throws Exception {
        zooKeeper.kill();
        Shell.run("cp", "-r", data(), data() + "-backup");
        zooKeeper.restart();
        await("ids again")
                .atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(() -> sent().isEmpty() && idStatus() == OK);
    }

    /** Puts the copy in the place of the data. */
    void putBack() throws Exception {
        zooKeeper.kill();
        Shell.run("rm", "-r", data());
        Shell.run("mv", data() + "-backup", data());
        zooKeeper.restart();
    }

    private String data() {
        return folder.resolve("zookeeper").toString();
    }

    /** Returns the status of a request for an id by way of HAProxy. */
    int idStatus() throws IOException, InterruptedException {
        return send("POST", "http://127.0.0.1:%d/v1/ids".formatted(haproxy.httpPort()))
                .statusCode();
    }

    private HttpResponse<String> send(String method, String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Duration.ofSeconds(5))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** Begins to count lines and alerts. */
    void mark() {
        nodes.values().forEach(DrilledNode::newLines);
        marked = System.nanoTime();
    }

    /** Requires that no node has logged more than ten lines a minute of each fault since the mark. */
    void assertLogsAreShort(int faults) {
        long minutes = faults * (TimeUnit.NANOSECONDS.toMinutes(System.nanoTime() - marked) + 1);
        for (DrilledNode node : nodes.values()) {
            assertThat(node.newLines())
                    .as("log of " + node.name())
                    .hasSizeLessThanOrEqualTo((int) minutes * LINES_A_MINUTE);
        }
    }

    @Override
    public void close() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
