package io.snowkeeper.cli.deploy;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.prometheus.Prometheus;
import io.snowkeeper.testkit.tls.TestCa;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard and the alerts, by a real Prometheus that reads real nodes under some load. */
@Tag("system")
class DashboardIT {

    private static final Path DEPLOY = Path.of("../deploy").toAbsolutePath().normalize();

    private static final int ALERTS = 28;

    /** A metric of ours or of a library's with its matchers, as it stands in an expression. */
    private static final Pattern SELECTOR =
            Pattern.compile("\\b((?:snowkeeper|http|jvm|process)_\\w+|up)\\b(\\{[^}]*})?");

    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");

    @TempDir
    private static Path folder;

    private static final Deque<AutoCloseable> OPENED = new ArrayDeque<>();

    private static Prometheus prometheus;

    @BeforeAll
    static void start() throws Exception {
        ProcessFleet fleet = opened(ProcessFleet.onSharedZooKeeper(folder));
        TestCa ca = TestCa.in(folder, "ca");
        TestCa.Issued identity = ca.issue("n2");
        TestCa.Issued client = ca.issue("prometheus");
        NodeProcess plain = fleet.serve("n1", "--redis-port", "0");
        NodeProcess overTls = fleet.serve(
                "n2",
                "--tls-certificate",
                identity.certificate().toString(),
                "--tls-key",
                identity.key().toString(),
                "--tls-client-ca",
                ca.file().toString());
        plain.awaitWorkerId();
        prometheus = opened(Prometheus.start(folder, """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: [%s]
                scrape_configs:
                  - job_name: snowkeeper
                    static_configs: [{targets: ['%s']}]
                  - job_name: with-tls
                    scheme: https
                    tls_config: {ca_file: '%s', cert_file: '%s', key_file: '%s'}
                    static_configs: [{targets: ['%s'], labels: {job: snowkeeper}}]
                """.formatted(
                        DEPLOY.resolve("prometheus/snowkeeper.rules.yml"),
                        URI.create(plain.httpUrl()).getAuthority(),
                        ca.file(),
                        client.certificate(),
                        client.key(),
                        URI.create(overTls.httpUrl()).getAuthority())));
        opened(Load.on(plain));
    }

    private static <T extends AutoCloseable> T opened(T resource) {
        OPENED.push(resource);
        return resource;
    }

    @AfterAll
    static void stop() throws Exception {
        while (!OPENED.isEmpty()) {
            OPENED.pop().close();
        }
    }

    @Test
    void eachExpressionOfTheDashboardReturnsSomethingUnderLoad() throws Exception {
        List<String> expressions = new ArrayList<>();
        for (JsonNode target : dashboard().findValues("targets")) {
            target.forEach(each -> expressions.add(
                    each.path("expr").asText().replace("$job", "snowkeeper").replace("$fleet", "")));
        }
        assertThat(expressions).hasSizeGreaterThan(40);

        await("they return something")
                .untilAsserted(() -> assertThat(withoutValue(expressions)).isEmpty());
    }

    @Test
    void theJobsThatCanBeChosenAreThoseOfNodes() throws Exception {
        String query = dashboard().at("/templating/list/1/query/query").asText();
        var parts = LABEL_VALUES.matcher(query);

        assertThat(parts.matches()).as(query).isTrue();
        await("nodes are read")
                .untilAsserted(() -> assertThat(prometheus.values("group by (%s) (%s{%s=\"snowkeeper\"})"
                                .formatted(parts.group(2), parts.group(1), parts.group(2))))
                        .hasSize(1));
    }

    @Test
    void theAlertsAreEvaluated() {
        await("all are evaluated").untilAsserted(() -> {
            JsonNode rules = prometheus.rules();
            assertThat(rules).hasSize(ALERTS);
            assertThat(rules)
                    .allSatisfy(rule -> assertThat(rule.path("health").asText())
                            .as(rule.toString())
                            .isEqualTo("ok"));
        });
    }

    @Test
    void whatAnAlertAsksForIsThere() throws Exception {
        List<String> selectors = new ArrayList<>();
        for (JsonNode rule : prometheus.rules()) {
            SELECTOR.matcher(rule.path("query").asText())
                    .results()
                    .map(MatchResult::group)
                    .map("count(%s)"::formatted)
                    .forEach(selectors::add);
        }
        assertThat(selectors).hasSizeGreaterThan(ALERTS);

        await("there are series of each")
                .untilAsserted(() -> assertThat(withoutValue(selectors)).isEmpty());
    }

    private static JsonNode dashboard() throws Exception {
        return new ObjectMapper()
                .readTree(DEPLOY.resolve("grafana/snowkeeper.json").toFile());
    }

    private static List<String> withoutValue(List<String> expressions) throws Exception {
        List<String> without = new ArrayList<>();
        for (String expression : expressions) {
            if (prometheus.values(expression).isEmpty()) {
                without.add(expression);
            }
        }
        return without;
    }

    /** A client of each port that asks for ids and numbers now and then, and makes mistakes. */
    private static final class Load implements AutoCloseable {

        private static final List<String> CREATIONS = List.of(
                "{\"type\":\"sequence_create\",\"sequence\":\"O\",\"mode\":\"ordered\",\"from\":1,\"to\":1000000}",
                "{\"type\":\"sequence_create\",\"sequence\":\"P\",\"mode\":\"ordered\",\"from\":6000000,\"to\":7000000,\"period\":\"year\",\"zone\":\"UTC\"}",
                "{\"type\":\"sequence_create\",\"sequence\":\"B\",\"mode\":\"block\",\"from\":2000000,\"to\":3000000}",
                "{\"type\":\"sequence_create\",\"sequence\":\"G\",\"mode\":\"gapless\",\"from\":4000000,\"to\":5000000,\"max_pending\":1}");

        private static final List<String> REQUESTS = List.of(
                "{\"type\":\"generate\"}",
                "{\"type\":\"generate_batch\",\"count\":10000}",
                "{\"type\":\"generate_batch\",\"count\":-1}",
                "{\"type\":\"sequence_next\",\"sequence\":\"O\",\"key\":\"k\"}",
                "{\"type\":\"sequence_next\",\"sequence\":\"O\"}",
                "{\"type\":\"sequence_next\",\"sequence\":\"P\"}",
                "{\"type\":\"sequence_next\",\"sequence\":\"B\"}",
                // One is pending, and there is no room for more.
                "{\"type\":\"sequence_next\",\"sequence\":\"G\"}");

        private static final long PAUSE_MILLIS = 100;

        private final Thread thread = new Thread(this::run, "load");
        private final NodeProcess node;
        private volatile boolean ended;

        private Load(NodeProcess node) {
            this.node = node;
        }

        static Load on(NodeProcess node) throws Exception {
            try (LineClient client = node.connect()) {
                for (String creation : CREATIONS) {
                    // The same again is no error; a machine that is busy may need it.
                    await(creation)
                            .until(() -> client.call(creation).path("type").asText(), "sequence_create_ok"::equals);
                }
            }
            Load load = new Load(node);
            load.thread.setDaemon(true);
            load.thread.start();
            return load;
        }

        private void run() {
            InetSocketAddress redis = node.redisAddress();
            HttpClient http = HttpClient.newHttpClient();
            HttpRequest ids = HttpRequest.newBuilder(URI.create(node.httpUrl() + "/v1/ids"))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            HttpRequest nothing = HttpRequest.newBuilder(URI.create(node.httpUrl() + "/nothing"))
                    .build();
            try (LineClient line = node.connect();
                    Socket commands = new Socket(redis.getAddress(), redis.getPort())) {
                while (!ended) {
                    for (String request : REQUESTS) {
                        line.call(request);
                    }
                    commands.getOutputStream().write("*1\r\n$7\r\nID.NEXT\r\n".getBytes(US_ASCII));
                    commands.getInputStream().read();
                    http.send(ids, BodyHandlers.discarding());
                    http.send(nothing, BodyHandlers.discarding());
                    Thread.sleep(PAUSE_MILLIS);
                }
            } catch (Exception e) {
                if (!ended) {
                    throw new IllegalStateException("the load has ended", e);
                }
            }
        }

        @Override
        public void close() throws InterruptedException {
            ended = true;
            thread.join();
        }
    }
}
