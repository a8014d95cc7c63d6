package io.snowkeeper.node.metrics;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.node.audit.AuditLog;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.report.FakeParts;
import io.snowkeeper.node.report.NodeReporter;
import io.snowkeeper.node.report.PortReport;
import io.snowkeeper.node.report.fleet.FleetReports;
import io.snowkeeper.node.security.Refusals;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.id.FixedWorkerIds;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.tls.handshake.HandshakeFigures;
import io.snowkeeper.sequences.SequenceUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The page of all metrics is written from a node's export. */
class MetricsTableTest {

    private static final Path DOCUMENT = Path.of("../docs/reference/metrics.md");
    private static final String WRITE = "snowkeeper.metrics.write";
    private static final String HOW = "a metric has changed: write the page by mvn -q -pl node -am test"
            + " -Dtest=MetricsTableTest -Dsurefire.failIfNoSpecifiedTests=false -D%s=true".formatted(WRITE);

    private static final String HEAD = """
            # Metrics

            For anyone who writes a query, an alert or a dashboard: each metric of a node's `GET /metrics`, with its labels.
            [operations.md](../run/operations.md#metrics) has Prometheus' configuration, the alerts and the dashboard. This page is
            generated.

            - `protocol` is `line`, `redis` or `http`; `reason` is one of the [reasons](protocol.md#reasons) of errors; `member`
              counts a node's worker ids, from 1.
            - A histogram `m` has the series `m_bucket`, `m_count` and `m_sum`.
            - A sequence has series while it was requested from the node within the last hour; of more than 300, only the fullest.
            - `jvm_…`, `process_…` and `system_…` describe the process and its machine.
            - [Clients](../use/client.md) and [embedded members](../use/embedding.md#metrics) have metrics of their own.

            | metric | type | labels | value |
            |---|---|---|---|
            """;

    /** The libraries' metrics, of which the document has only the prefixes. */
    private static final List<String> LIBRARIES = List.of("jvm_", "process_", "system_");

    private static final CompletableFuture<FleetView> NOT_STARTED = CompletableFuture.failedFuture(
            new FleetViewUnavailableException(UnavailableReason.NOT_STARTED, "the node is starting"));

    private static final Pattern HELP = Pattern.compile("# HELP (\\S+) (.+)");
    private static final Pattern TYPE = Pattern.compile("# TYPE (\\S+) (\\S+)");
    private static final Pattern SERIES = Pattern.compile("([a-z_]+)(?:\\{(.*)})? \\S+");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)=\"[^\"]*\"");

    private CompletableFuture<FleetView> fleet = NOT_STARTED;
    private int looks;

    private final FakeParts node = new FakeParts(MillisClock.wall(), System::nanoTime);
    private final NodeMetrics metrics = new NodeMetrics(
            node.sources(),
            Layout.DEFAULT,
            new Backlog(),
            new FleetReports(
                    () -> {
                        looks++;
                        return fleet;
                    },
                    new NodeReporter(node.sources()),
                    node.sources(),
                    peer -> CompletableFuture.failedFuture(new AssertionError("a scrape asks nobody: " + peer))));

    private record IdlePort(String protocol) implements PortReport {

        @Override
        public List<RequestCounters> tallies() {
            return List.of(new RequestCounters());
        }

        @Override
        public int connections() {
            return 0;
        }

        @Override
        public int maxConnections() {
            return 1;
        }

        @Override
        public Refusals refusals() {
            return new Refusals(0, 0, 0);
        }

        @Override
        public long aged() {
            return 0;
        }
    }

    @BeforeEach
    void bindAllPorts() {
        metrics.bindStream(new IdlePort("line"));
        metrics.bindStream(new IdlePort("redis"));
        metrics.bindHttp(new IdlePort("http"));
        metrics.bindAudit(AuditLog.NONE);
        metrics.bindTls(() -> Instant.EPOCH, () -> Optional.of(Instant.EPOCH), () -> new HandshakeFigures(0, 0, 0, 0));
        metrics.bindServices(List.of(new NodeService(
                "n1",
                FixedWorkerIds.ofNode("n1", Layout.DEFAULT, MillisClock.wall(), Duration.ZERO, System::nanoTime),
                MillisClock.wall(),
                () -> NodeStatus.alone("n1"))));
        node.setUsage(new SequenceUsage("G", SequenceMode.GAPLESS, 0, 0, 0, 0, 0, 0, 9, 0, 1, 0, Optional.empty()));
        node.setPending(new Page<>(
                List.of(new PendingReservation(
                        "r-1",
                        List.of(new NumberRange(1, 1)),
                        Optional.empty(),
                        Optional.empty(),
                        Instant.EPOCH,
                        Instant.EPOCH,
                        Optional.empty(),
                        Optional.empty())),
                Optional.empty()));
        metrics.answered("GET", "/v1/ids", 200, 1);
        // Pending reservations are looked for now, and reported from the next time on.
        scrape();
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void thePageHasEachMetricWithItsLabels() throws IOException {
        String page = HEAD + exported().collect(joining());
        if (Boolean.getBoolean(WRITE)) {
            Files.writeString(DOCUMENT, page);
        }
        assertThat(DOCUMENT).as(HOW).content().isEqualTo(page);
    }

    @Test
    void whoAsksWhileAScrapeIsUnderWayGetsThatOne() {
        fleet = new CompletableFuture<>();
        int before = looks;
        CompletableFuture<String> one = metrics.scrape().toCompletableFuture();
        CompletableFuture<String> other = metrics.scrape().toCompletableFuture();
        assertThat(one).isNotDone();

        fleet.completeExceptionally(new FleetViewUnavailableException(UnavailableReason.ZOOKEEPER_AWAY, "away"));

        assertThat(one.join()).isSameAs(other.join()).contains("snowkeeper_ready 0.0\n");
        assertThat(looks - before).isOne();
        scrape();
        assertThat(looks - before).isEqualTo(2);
    }

    @Test
    void refusalsOverHttpAreCountedByReason() {
        metrics.refused(UnavailableReason.OVERLOADED);

        assertThat(scrape()).contains("snowkeeper_refusals_total{protocol=\"http\",reason=\"overloaded\"} 1.0\n");
    }

    @Test
    void eachReasonHasASeriesOfEachProtocol() {
        String all = scrape();
        for (String protocol : List.of("line", "redis", "http")) {
            for (UnavailableReason reason : UnavailableReason.values()) {
                assertThat(all)
                        .contains("snowkeeper_refusals_total{protocol=\"%s\",reason=\"%s\"} "
                                .formatted(protocol, reason.text()));
            }
        }
    }

    @Test
    void theVerdictIsOneOfThreeWithTheNodesThatAreKnown() {
        assertThat(scrape())
                .contains("snowkeeper_fleet_verdict{of=\"ids\",verdict=\"refused\"} 1.0\n")
                .contains("snowkeeper_fleet_verdict{of=\"ids\",verdict=\"given\"} 0.0\n")
                .contains("snowkeeper_fleet_nodes_giving{of=\"ids\"} 0.0\n")
                .contains("snowkeeper_fleet_nodes 1.0\n");
    }

    private String scrape() {
        return metrics.scrape().toCompletableFuture().join();
    }

    /** Returns a row of the page for each metric, in the order of their names. */
    private Stream<String> exported() {
        List<String> lines = scrape().lines().toList();
        Map<String, String> types = pairs(lines, TYPE);
        Map<String, String> helps = pairs(lines, HELP);
        Map<String, Set<String>> labels = new TreeMap<>();
        lines.stream()
                .map(SERIES::matcher)
                .filter(Matcher::matches)
                .forEach(series -> LABEL.matcher(
                                Optional.ofNullable(series.group(2)).orElse(""))
                        .results()
                        .map(label -> label.group(1))
                        .filter(label -> !label.equals("le"))
                        .forEach(labels.computeIfAbsent(metric(series.group(1), types), name -> new TreeSet<>())::add));
        return labels.entrySet().stream()
                .filter(metric -> LIBRARIES.stream().noneMatch(metric.getKey()::startsWith))
                // Micrometer's own largest value beside a histogram.
                .filter(metric -> !metric.getKey().equals("http_server_requests_seconds_max"))
                .map(metric -> "| `%s` | %s | %s | %s |%n"
                        .formatted(
                                metric.getKey(),
                                types.get(metric.getKey()),
                                metric.getValue().stream()
                                        .map(label -> "`" + label + "`")
                                        .collect(joining(", ")),
                                helps.get(metric.getKey())));
    }

    private static Map<String, String> pairs(List<String> lines, Pattern pattern) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .collect(toMap(matcher -> matcher.group(1), matcher -> matcher.group(2)));
    }

    /** Returns the name of the metric that a series is of: a histogram has several. */
    private static String metric(String series, Map<String, String> types) {
        String name = series.replaceFirst("_(bucket|count|sum)$", "");
        return "histogram".equals(types.get(name)) ? name : series;
    }
}
