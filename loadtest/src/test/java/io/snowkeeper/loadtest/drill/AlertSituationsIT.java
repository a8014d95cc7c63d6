package io.snowkeeper.loadtest.drill;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.snowkeeper.loadtest.chaos.fleet.ClockLibrary;
import io.snowkeeper.loadtest.chaos.fleet.Link;
import io.snowkeeper.loadtest.chaos.fleet.NodeClock;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.process.Shell;
import io.snowkeeper.testkit.prometheus.Alertmanager;
import io.snowkeeper.testkit.prometheus.Prometheus;
import io.snowkeeper.testkit.time.Realtime;
import io.snowkeeper.testkit.tls.TestCa;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * The alerts that {@link DrillIT} has no fault for, by as many situations at a time as few processes can be in: n1 and
 * n2 are a fleet at all its limits, n3 is one that cannot be kept running, and n4 has a slow way to ZooKeeper. Alerts
 * that follow from another one are not sent, as Alertmanager is configured.
 */
@OnlyInFull
@Realtime
@TestMethodOrder(OrderAnnotation.class)
class AlertSituationsIT {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int CONNECTIONS = 2_440;
    private static final int FILES = 3_000;

    /** Alerts that may be sent for a moment before the one that they follow from. */
    private static final Set<String> EARLY = Set.of(
            "SnowkeeperReservationShort n3", "SnowkeeperNotReady n3", "SnowkeeperDown n3", "SnowkeeperNoWorkerId n3");

    @TempDir(cleanup = ON_SUCCESS)
    private static Path folder;

    private static final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private static final Set<String> sent = new TreeSet<>();
    private static final Set<String> expected = new HashSet<>(EARLY);
    private static final Map<String, String> targets = new TreeMap<>();

    private static ZooKeeperServer zooKeeper;
    private static NodeProcess n1;
    private static NodeProcess n2;
    private static DrilledNode n3;
    private static Link link;
    private static Alertmanager alertmanager;
    private static Prometheus prometheus;

    @BeforeAll
    static void start() throws Exception {
        zooKeeper = opened(ZooKeeperServer.plain(folder));
        ClockLibrary clocks = ClockLibrary.compile(folder);
        startFleetAtItsLimits(clocks);
        n3 = opened(
                new DrilledNode("n3", folder, clocks, options("few", zooKeeper.connectString(), "--window", "12s")));
        DrilledNode n4 = startBehindASlowLink(clocks);
        alertmanager = opened(Alertmanager.start(folder));
        NodeProcess standby = startFleetInTotalOrder();
        n1.awaitWorkerId();
        n2.awaitWorkerId();
        awaitReady("http", n3);
        awaitReady("https", n4);
        link.delay(600);
        watch("n1", "limits", n1.httpUrl());
        watch("n2", "limits", n2.httpUrl());
        watch("n3", "few", "http://127.0.0.1:" + n3.httpPort());
        watch("n6", "order", standby.httpUrl());
        watch("n4", "slow", "https://127.0.0.1:" + n4.httpPort());
        makeSequences();
        prometheus = opened(Prometheus.start(
                folder, """
                global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}
                rule_files: [%s]
                alerting: {alertmanagers: [{static_configs: [{targets: ['%s']}]}]}
                scrape_configs:
                  - job_name: ids
                    tls_config: {insecure_skip_verify: true}
                    file_sd_configs: [{files: [%s], refresh_interval: 1s}]
                """.formatted(QuickRules.write(folder), alertmanager.address(), writeTargets())));
    }

    @AfterAll
    static void stop() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    private static <T extends AutoCloseable> T opened(T resource) {
        opened.push(resource);
        return resource;
    }

    /** Two nodes for the two worker ids of a layout that ends in 2030; the other one of another version, with a clock that is 3 s ahead. */
    private static void startFleetAtItsLimits(ClockLibrary clocks) throws IOException {
        List<String> layout = List.of("--layout", "40/1/22", "--epoch", "1995-06-01T00:00:00Z");
        List<String> first = options("limits", zooKeeper.connectString(), "--name", "n1", "--audit-log", "/dev/full");
        first.addAll(List.of("--max-connections", Integer.toString(CONNECTIONS)));
        first.addAll(layout);
        n1 = opened(NodeProcess.serveWithFiles(folder.resolve("n1"), FILES, first.toArray(String[]::new)));
        NodeClock clock = new NodeClock(clocks, folder.resolve("n2-clock"));
        clock.stay(3_000);
        List<String> second = options("limits", zooKeeper.connectString(), "--name", "n2", "--drain-delay", "2m");
        second.addAll(layout);
        n2 = opened(NodeProcess.serveBy(
                otherVersion(), folder.resolve("n2"), clock.environment(), second.toArray(String[]::new)));
    }

    private static DrilledNode startBehindASlowLink(ClockLibrary clocks) throws Exception {
        MultiThreadIoEventLoopGroup loops = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        opened(() -> loops.shutdownGracefully(0, 1, TimeUnit.SECONDS));
        int port = Ports.next();
        link = Link.open((EventLoop) loops.next(), port, zooKeeper.address());
        TestCa.Issued shown = TestCa.in(folder, "ca").issue("n4", Instant.now().plus(Duration.ofDays(13)));
        return opened(new DrilledNode(
                "n4",
                folder,
                clocks,
                options(
                        "slow",
                        "127.0.0.1:" + port,
                        "--tls-certificate",
                        shown.certificate().toString(),
                        "--tls-key",
                        shown.key().toString())));
    }

    /** Two nodes, of which Prometheus gets to know the one that stands by. */
    private static NodeProcess startFleetInTotalOrder() throws Exception {
        NodeProcess active = serveInOrder("n5");
        long unused = active.awaitWorkerId();
        return serveInOrder("n6");
    }

    private static NodeProcess serveInOrder(String name) throws Exception {
        return opened(NodeProcess.serve(
                folder.resolve(name),
                Map.of(),
                options("order", zooKeeper.connectString(), "--name", name, "--order", "total")
                        .toArray(String[]::new)));
    }

    /** Each fleet has a root of its own. */
    private static List<String> options(String fleet, String connect, String... more) {
        List<String> options = new ArrayList<>(List.of("--zookeeper", connect + "/" + fleet));
        options.addAll(Arrays.asList(more));
        return options;
    }

    /** Copies the program, with another version in its manifest. */
    private static Path otherVersion() throws IOException {
        Path jar = Files.copy(NodeProcess.jar(), folder.resolve("other.jar"));
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            Path manifest = files.getPath("META-INF/MANIFEST.MF");
            String text = Files.readString(manifest);
            Files.writeString(manifest, text.replaceAll("Implementation-Version: .*", "Implementation-Version: 0.0.9"));
        }
        return jar;
    }

    private static void awaitReady(String scheme, DrilledNode node) {
        await(node.name())
                .atMost(LONG)
                .ignoreExceptions()
                .until(() -> !Shell.run("curl", "-kfs", "%s://127.0.0.1:%d/readyz".formatted(scheme, node.httpPort()))
                        .isEmpty());
    }

    private static void watch(String name, String fleet, String url) {
        URI address = URI.create(url);
        targets.put(
                name,
                "{\"targets\": [\"%s\"], \"labels\": {\"instance\": \"%s\", \"fleet\": \"%s\", \"__scheme__\": \"%s\"}}"
                        .formatted(address.getAuthority(), name, fleet, address.getScheme()));
    }

    private static Path writeTargets() throws IOException {
        return Files.writeString(
                folder.resolve("targets.json"), targets.values().toString());
    }

    private static void makeSequences() throws Exception {
        create("orders", "ordered", 1, 999_999);
        create("last", "ordered", 1_000_000, 1_000_000);
        create("invoices", "gapless", 2_000_000, 2_999_999);
        try (LineClient client = n2.connect()) {
            client.call(next("last"));
            client.call(next("invoices"));
        }
        ZooKeeper client = new ZooKeeper(zooKeeper.connectString() + "/limits", 10_000, event -> {});
        try {
            client.create("/sequences/spoilt", "no JSON".getBytes(UTF_8), Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
        } finally {
            client.close();
        }
        for (NodeProcess node : List.of(n1, n2)) {
            LineClient asking = opened(node.connect());
            keepDoing(() -> asking.call(next("orders")), 10);
        }
    }

    private static void create(String name, String mode, int first, int last) throws IOException {
        try (LineClient client = n1.connect()) {
            String create = "{\"type\":\"sequence_create\",\"sequence\":\"%s\",\"mode\":\"%s\",\"from\":%d,\"to\":%d}"
                    .formatted(name, mode, first, last);
            await(name).until(() -> client.call(create).path("type").asText().equals("sequence_create_ok"));
        }
    }

    private static String next(String sequence) {
        return "{\"type\":\"sequence_next\",\"sequence\":\"%s\"}".formatted(sequence);
    }

    /** Does it again and again, until the test ends, whether it succeeds or not. */
    private static void keepDoing(ThrowingRunnable task, int pauseMillis) {
        Thread thread = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    task.run();
                } catch (InterruptedException e) {
                    return;
                } catch (Throwable e) {
                    // A busy machine: next time.
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
            }
        });
        thread.setDaemon(true);
        thread.start();
        opened(thread::interrupt);
    }

    /** Waits until the alerts of a test's situation are sent. */
    private static void alerts(String test) {
        Set<String> these = DrilledAlerts.of(AlertSituationsIT.class, test);
        expected.addAll(these);
        await("alerts").atMost(LONG).ignoreExceptions().untilAsserted(() -> {
            for (String fleet : List.of("limits", "few", "slow", "order")) {
                sent.addAll(alertmanager.sent(fleet));
            }
            assertThat(sent).containsAll(these);
        });
    }

    @Test
    @Order(1)
    void aNodeIsAtItsLimits() throws Exception {
        await("a look at n1")
                .atMost(LONG)
                .until(
                        () -> prometheus.values("snowkeeper_audit_unwritten_total{instance=\"n1\"}"),
                        seen -> !seen.isEmpty());
        create("audited", "ordered", 4_000_000, 4_999_999);
        for (int i = 0; i < CONNECTIONS; i++) {
            opened(SocketChannel.open(n1.address()));
        }
        keepDoing(() -> SocketChannel.open(n1.address()).close(), 100);
        alerts("aNodeIsAtItsLimits");
    }

    @Test
    @Order(2)
    void aFleetComesToItsEnd() {
        alerts("aFleetComesToItsEnd");
    }

    @Test
    @Order(3)
    void aDiskStaysFull() throws Exception {
        n3.state().fill();
        alerts("aDiskStaysFull");
        n3.state().empty();
    }

    @Test
    @Order(4)
    void aNodeStartsAgainAndAgain() throws Exception {
        for (int starts = 1; starts <= 3; starts++) {
            n3.kill();
            n3.start();
            double seen = starts;
            await("start " + starts)
                    .atMost(LONG)
                    .until(
                            () -> prometheus.values("changes(process_start_time_seconds{instance=\"n3\"}[1m])"),
                            changes -> changes.contains(seen));
        }
        alerts("aNodeStartsAgainAndAgain");
    }

    @Test
    @Order(5)
    void aFleetIsGone() throws Exception {
        n3.kill();
        targets.remove("n3");
        writeTargets();
        alerts("aFleetIsGone");
    }

    @Test
    @Order(6)
    void nodesDisagree() {
        alerts("nodesDisagree");
    }

    @Test
    @Order(7)
    void sequencesEndAreLeftOrSpoilt() {
        alerts("sequencesEndAreLeftOrSpoilt");
    }

    @Test
    @Order(8)
    void zooKeeperIsSlow() {
        alerts("zooKeeperIsSlow");
    }

    @Test
    @Order(9)
    void aDrainDoesNotEnd() throws Exception {
        // Its readiness is watched, so that it has to wait.
        Shell.run("curl", "-fs", n2.httpUrl() + "/readyz");
        Shell.run("curl", "-fsX", "POST", n2.httpUrl() + "/admin/drain");
        alerts("aDrainDoesNotEnd");
    }

    @Test
    @Order(10)
    void theActiveNodeIsNotKnown() {
        alerts("theActiveNodeIsNotKnown");
    }

    @Test
    @Order(11)
    void nothingElseIsSent() {
        // Where other programs keep the machine busy, each way to ZooKeeper is slow, and a node may answer Prometheus
        // too late.
        sent.removeIf(alert -> alert.matches("Snowkeeper(RenewalsSlow|ZooKeeperSlow|Down) n."));
        assertThat(expected).containsAll(sent);
    }
}
