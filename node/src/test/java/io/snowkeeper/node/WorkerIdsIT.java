package io.snowkeeper.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.log.LogCapture;
import io.snowkeeper.testkit.net.LineClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that holds more than one worker id. */
class WorkerIdsIT {

    private static final Pattern ID = Pattern.compile("\"id\": ([0-9]+)");
    private static final String GENERATE = "{\"body\":{\"type\":\"generate\"}}";
    private static final int MANY = 16;

    @TempDir
    private Path folder;

    @Test
    void itsConnectionsShareThemOut() throws Exception {
        try (Node node = node(3)) {
            InetSocketAddress address = node.start();

            await().untilAsserted(() -> assertThat(workerIdsSeen(address)).hasSize(3));
        }
    }

    @Test
    void aRestartHoldsTheSameOnes() throws Exception {
        Set<Long> before;
        try (Node node = node(2)) {
            InetSocketAddress address = node.start();
            before = awaitTwo(address);
        }
        try (Node node = node(2)) {
            InetSocketAddress address = node.start();

            assertThat(awaitTwo(address)).isEqualTo(before);
        }
    }

    @Test
    void sequencesAreServedOnceOverAllOfThem() throws Exception {
        try (Node node = node(3)) {
            InetSocketAddress address = node.start();
            await().until(() -> ask(
                            address,
                            "{\"body\":{\"type\":\"sequence_create\",\"sequence\":\"A\",\"mode\":\"block\",\"from\":1,\"to\":1000}}")
                    .contains("sequence_create_ok"));

            for (int number = 1; number <= 30; number++) {
                assertThat(ask(address, "{\"body\":{\"type\":\"sequence_next\",\"sequence\":\"A\"}}"))
                        .as("one block for all connections, so no number is left out")
                        .contains("\"numbers\": [%d],".formatted(number));
            }
        }
    }

    @Test
    void allAreLeftAtTheSameTimeWhenZooKeeperIsGone() throws Exception {
        try (LogCapture log = LogCapture.ofOurs()) {
            try (TestingServer zooKeeper = TemporaryZooKeeper.onAnyPort();
                    Node node = node(MANY, Layout.DEFAULT, zooKeeper.getConnectString(), Optional.empty())) {
                node.start();
                awaitManyReady(log);
                zooKeeper.stop();
            }
            List<String> lines = await().until(
                            () -> log.lines("stopping: worker id ", "worker id was not handed back"),
                            found -> found.size() == 2 * MANY);
            // If one was left after the other, no two lines 'stopping' would be adjacent.
            assertThat(String.join("\n", lines)).containsPattern("stopping: .*\nstopping: ");
        }
    }

    @Test
    void allHaveOneSessionAndAFewThreads() throws Exception {
        try (LogCapture log = LogCapture.ofOurs();
                TestingServer zooKeeper = TemporaryZooKeeper.onAnyPort();
                Node node = node(MANY, Layout.DEFAULT, zooKeeper.getConnectString(), Optional.empty())) {
            InetSocketAddress address = node.start();
            awaitManyReady(log);
            workerIdsSeen(address);

            assertThat(sessionsOfClaims(zooKeeper)).hasSize(1);
            // Those of nodes before end a moment after them.
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
                assertThat(threads("snowkeeper-lease"::equals)).isBetween(1L, 8L);
                assertThat(threads("snowkeeper-state"::equals)).isBetween(1L, 8L);
                assertThat(threads(name -> name.startsWith("line-io")))
                        .isBetween(1L, (long) Runtime.getRuntime().availableProcessors());
            });
        }
    }

    /** One that is not ready for a moment says so again, so that lines are counted once. */
    private static void awaitManyReady(LogCapture log) {
        await().until(() -> new HashSet<>(log.lines("ready: ids are made under")).size() == MANY);
    }

    private static Set<Long> sessionsOfClaims(TestingServer zooKeeper) throws Exception {
        try (CuratorFramework client =
                CuratorFrameworkFactory.newClient(zooKeeper.getConnectString(), new RetryOneTime(100))) {
            client.start();
            Set<Long> sessions = new HashSet<>();
            List<String> claims = client.getChildren().forPath("/snowkeeper/claims");
            assertThat(claims).hasSize(MANY);
            for (String claim : claims) {
                sessions.add(client.checkExists()
                        .forPath("/snowkeeper/claims/" + claim)
                        .getEphemeralOwner());
            }
            return sessions;
        }
    }

    private static long threads(Predicate<String> named) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> named.test(thread.getName()))
                .count();
    }

    @Test
    void thereAreNotMoreOfThemThanTheLayoutHas() {
        assertThatThrownBy(() -> node(5, Layout.parse("51/2/10", Layout.DEFAULT_EPOCH)))
                .hasMessage("must be >= 1 && <= 4: workerIds=5");
        assertThatThrownBy(() -> node(65)).hasMessage("must be >= 1 && <= 64: workerIds=65");
        assertThatThrownBy(() -> node(0)).hasMessage("must be >= 1 && <= 64: workerIds=0");
    }

    private static Set<Long> awaitTwo(InetSocketAddress address) {
        return await().until(() -> workerIdsSeen(address), seen -> seen.size() == 2);
    }

    /** Asks over as many connections as there may be event loops, a few times. */
    private static Set<Long> workerIdsSeen(InetSocketAddress address) throws IOException {
        Set<Long> seen = new HashSet<>();
        int loops = Math.max(3, Runtime.getRuntime().availableProcessors());
        for (int i = 0; i < 6 * loops; i++) {
            Matcher id = ID.matcher(ask(address, GENERATE));
            if (id.find()) {
                seen.add(Layout.DEFAULT.workerIdOf(Long.parseLong(id.group(1))));
            }
        }
        return seen;
    }

    /** Asks over a connection of its own. */
    private static String ask(InetSocketAddress address, String line) throws IOException {
        try (LineClient client = LineClient.connect(address)) {
            return client.ask(line);
        }
    }

    private Node node(int workerIds) {
        return node(workerIds, Layout.DEFAULT);
    }

    private Node node(int workerIds, Layout layout) {
        return node(
                workerIds, layout, "127.0.0.1:1", Optional.of(new EmbeddedSettings(0, folder.resolve("zookeeper"))));
    }

    private Node node(int workerIds, Layout layout, String connectString, Optional<EmbeddedSettings> embedded) {
        MemberSettings fleet = MemberSettings.builder("n1")
                .connectString(connectString)
                .layout(layout)
                .stateDirectory(Optional.of(folder))
                .window(Duration.ofSeconds(15))
                .sessionTimeout(Duration.ofSeconds(10))
                .maxSkew(Duration.ofSeconds(5))
                .sequenceTimeout(Duration.ofMinutes(1))
                .maxRollbackWait(Duration.ofMillis(10))
                .build();
        return new Node(
                new NodeSettings(
                        fleet,
                        workerIds,
                        embedded,
                        LineServerSettings.on("127.0.0.1", 0),
                        OperationSettings.WITHOUT_HTTP,
                        Optional.empty(),
                        Duration.ofSeconds(1)),
                MillisClock.wall(),
                new ZooKeeperCoordinator());
    }
}
