package io.snowkeeper.node.metrics;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toCollection;
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
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The table of metrics in docs/reference/metrics.md has what a node exports, with its labels, and nothing else. */
class MetricsTableTest {

    private static final Path DOCUMENT = Path.of("../docs/reference/metrics.md");
    private static final String HEAD = "| metric | what it is |";

    /** Those of libraries, of which the document tells no more than how they begin. */
    private static final List<String> LIBRARIES = List.of("jvm_", "process_", "system_");

    private static final CompletableFuture<FleetView> NOT_STARTED = CompletableFuture.failedFuture(
            new FleetViewUnavailableException(UnavailableReason.NOT_STARTED, "the node is starting"));

    private static final Pattern NAMED = Pattern.compile("`([a-z_]+)(?:\\{([a-z_,]+)})?`");
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
        // What is pending is looked for, and told from the next time on.
        scrape();
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void eachMetricIsInTheTableWithItsLabelsAndNoOtherIs() throws IOException {
        assertThat(told()).isEqualTo(exported());
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

    private Set<String> exported() {
        List<String> lines = scrape().lines().toList();
        Map<String, String> types = lines.stream()
                .map(TYPE::matcher)
                .filter(matcher -> matcher.matches())
                .collect(toMap(matcher -> matcher.group(1), matcher -> matcher.group(2)));
        return lines.stream()
                .map(SERIES::matcher)
                .filter(matcher -> matcher.matches())
                .filter(matcher -> LIBRARIES.stream().noneMatch(matcher.group(1)::startsWith))
                .map(matcher -> metric(matcher.group(1), types)
                        + labels(LABEL.matcher(
                                        Optional.ofNullable(matcher.group(2)).orElse(""))
                                .results()
                                .map(label -> label.group(1))))
                // Micrometer's own largest value beside a histogram.
                .filter(metric -> !metric.startsWith("http_server_requests_seconds_max"))
                .collect(toCollection(TreeSet::new));
    }

    /** Returns the name of the metric that a series is of: a histogram has several. */
    private static String metric(String series, Map<String, String> types) {
        String name = series.replaceFirst("_(bucket|count|sum)$", "");
        return "histogram".equals(types.get(name)) ? name : series;
    }

    private static String labels(Stream<String> names) {
        String all = names.filter(name -> !name.equals("le")).sorted().collect(joining(","));
        return all.isEmpty() ? "" : "{" + all + "}";
    }

    private static Set<String> told() throws IOException {
        String document = Files.readString(DOCUMENT);
        String table = document.substring(document.indexOf(HEAD) + HEAD.length());
        return table.substring(0, table.indexOf("\n\n"))
                .lines()
                .filter(line -> line.startsWith("| `"))
                .flatMap(line -> NAMED.matcher(line.split(" \\| ")[0]).results())
                .map(MetricsTableTest::metric)
                .collect(toCollection(TreeSet::new));
    }

    private static String metric(MatchResult named) {
        return named.group(1)
                + labels(Optional.ofNullable(named.group(2)).stream().flatMap(names -> Stream.of(names.split(","))));
    }
}
