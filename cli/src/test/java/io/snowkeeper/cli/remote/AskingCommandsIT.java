package io.snowkeeper.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.cli.Run;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.time.Patience;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The commands that ask a node that runs, and retire, which asks its ZooKeeper. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AskingCommandsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TIME = "20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z";

    private final String zooKeeper = SharedZooKeeper.newConnectString();
    private LocalNode node;
    private String server;
    private String url;

    @BeforeAll
    void startNode() throws Exception {
        node = LocalNode.serve("--zookeeper", zooKeeper, "--name", "n1", "--state-dir", "none");
        server = "127.0.0.1:" + node.address().getPort();
        url = node.httpUrl();
        // A claim names its node at once, and its worker id when it has one.
        await().until(() -> JSON.readTree(
                        Run.of("fleet", "--json", "--url", url).out())
                .at("/nodes/0/worker_id")
                .isNumber());
        await().until(() -> Run.of("ids", "--server", server).status() == 0);
    }

    @AfterAll
    void stopNode() {
        node.close();
    }

    private static JsonNode json(Run run) throws Exception {
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines()).hasSize(1);
        return JSON.readTree(run.out());
    }

    @Test
    void idsArePrintedOneALineAndIncrease() {
        Run run = Run.of("ids", "--count", "25000", "--server", server);
        assertThat(run.status()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().map(Long::valueOf))
                .hasSize(25_000)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void oneIdIsTheDefault() {
        assertThat(Run.of("ids", "--server", server).out()).matches("[0-9]+\n");
    }

    @Test
    void idsInJsonAreStrings() throws Exception {
        JsonNode ids = json(Run.of("ids", "--count", "3", "--json", "--server", server));
        assertThat(ids).hasSize(3).allMatch(JsonNode::isTextual);
    }

    @Test
    void moreIdsThanABatchHasAreAllPrinted() {
        Run run = Run.of("ids", "--count", "20000", "--server", server);
        assertThat(run.out().lines()).hasSize(20_000).doesNotHaveDuplicates();
        assertThat(run.err()).isEmpty();
    }

    @Test
    void whereOneNodeDoesNotAnswerTheNextOneIsAsked() {
        String both = "127.0.0.1:1," + server;

        assertThat(Run.of("ids", "--server", both)).satisfies(run -> {
            assertThat(run.err()).isEmpty();
            assertThat(run.out()).matches("[0-9]+\n");
        });
        assertThat(Run.of("sequence", "list", "--server", both).status()).isZero();
        assertThat(Run.of("ids", "--server", "127.0.0.1:1", "--server", server).status())
                .isZero();
    }

    @Test
    void lessThanOneIdIsRefused() {
        assertThat(Run.of("ids", "--count", "0", "--server", server))
                .isEqualTo(new Run(2, "", "snowkeeper: must be >= 1: --count 0\nTry 'snowkeeper ids --help'.\n"));
    }

    @Test
    void theStatusIsPrintedAFieldALine() {
        Run run = Run.of("status", "--server", server);
        assertThat(run.status()).isZero();
        assertThat(run.out())
                .containsPattern("^node {20,}n1\nversion +\\S+\nphase +holding\nready +true\n")
                .containsPattern("\nconnected +true\n")
                .containsPattern("\nproblem +none\n")
                .containsPattern("\ndraining +false\n")
                .containsPattern("\nids_until +" + TIME + "\nreserved_until +" + TIME + "\n")
                .containsPattern("\nreserved_remaining +\\d+\\.\\d s, for which ids go on without a renewal\n")
                .containsPattern("\nepoch +2024-01-01T00:00:00Z\n")
                .containsPattern("\nzookeeper +\\S+\n")
                .containsPattern("\noptions_in_environment +none\n");
    }

    @Test
    void theStatusInJsonHasTheFieldsOfTheProtocol() throws Exception {
        JsonNode status = json(Run.of("status", "--json", "--server", server));
        assertThat(status.path("node").asText()).isEqualTo("n1");
        assertThat(status.path("worker_id").isNumber()).isTrue();
        assertThat(status.path("reserved_remaining_ms").isNumber()).isTrue();
        assertThat(status.path("reserved_until_ms").asLong())
                .isGreaterThanOrEqualTo(status.path("ids_until_ms").asLong());
        assertThat(status.has("type")).isFalse();
    }

    @Test
    void aNodeThatDoesNotAnswerIsStatusOne() {
        Run run = Run.of("status", "--server", "127.0.0.1:1");

        assertThat(run.status()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .matches(
                        "snowkeeper: no answer from a node at 127\\.0\\.0\\.1:1, choose another one with --server: .+\n");
    }

    @Test
    void ofSeveralNodesEachIsAsked() throws Exception {
        Run both = Run.of("status", "--server", "127.0.0.1:1," + server);
        assertThat(both.status()).isEqualTo(1);
        assertThat(both.out()).containsPattern("\nnode +n1\n");
        assertThat(both.err())
                .startsWith("snowkeeper: no answer from a node at 127.0.0.1:1, ")
                .hasLineCount(1);

        Run twice = Run.of("status", "--json", "--server", server + "," + server);
        assertThat(twice.status()).isZero();
        assertThat(twice.out().lines()).hasSize(2).allMatch(line -> line.startsWith("{\"node\":\"n1\","));
    }

    @Test
    void theFleetIsToldByTheFirstNodeThatAnswers() {
        assertThat(Run.of("fleet", "--url", "http://127.0.0.1:1", "--url", url).status())
                .isZero();
        assertThat(Run.of("fleet", "--url", "http://127.0.0.1:1," + url)).satisfies(run -> {
            assertThat(run.status()).isZero();
            assertThat(run.err()).isEmpty();
        });
    }

    @Test
    void anApplicationThatMakesIdsForItselfIsShownAmongTheNodesAsEmbedded() throws Exception {
        LeasedIdsOptions options =
                LeasedIdsOptions.builder("orders").joinWait(Patience.LIMIT).build();
        try (LeasedIds ids = LeasedIds.join(zooKeeper, options)) {
            long workerId = ids.workerIds().iterator().next();
            await().untilAsserted(() -> assertThat(Run.of("fleet", "--url", url).out())
                    .containsPattern("\norders \\(embedded\\) +live +" + workerId + " ")
                    .containsPattern("\nn1 \\* +ready +[0-9]+ "));
            await().until(() -> json(Run.of("fleet", "--json", "--url", url))
                    .at("/nodes/1/kind")
                    .asText()
                    .equals("embedded"));
            assertThat(json(Run.of("fleet", "--json", "--url", url))
                            .at("/nodes/0/kind")
                            .asText())
                    .isEqualTo("node");
        }
    }

    @Test
    void theFleetIsPrintedAsTables() throws Exception {
        long workerId = json(Run.of("status", "--json", "--server", server))
                .path("worker_id")
                .asLong();
        // The answer is up to a second old: an application that was there is still seen.
        await().untilAsserted(() -> {
            Run run = Run.of("fleet", "--url", url);
            assertThat(run.status()).isZero();
            assertThat(run.err()).isEmpty();
            assertThat(run.out().lines())
                    .anyMatch(line -> line.equals("fleet: ids and sequences are given by the node"))
                    .anyMatch(line -> line.matches("id [0-9a-f-]{36}, seen in ZooKeeper at \\S+Z"))
                    .anyMatch(line -> line.matches("1024 worker ids: .*1 live.*"))
                    .anyMatch(line ->
                            line.matches("NODE +STATE +WORKER +IDS/S +LEFT +SKEW +VERSION +SINCE +ADDRESS +REASON"))
                    .anyMatch(line -> line.matches(
                            "n1 \\* +ready +%d +(-|\\d+) +\\d+ s +(-|-?\\d+ ms) +\\S+ +\\S+Z +\\Q%s %s\\E +-"
                                    .formatted(workerId, server, url)))
                    .anyMatch(line -> line.matches("%d +live +n1 +\\S+Z".formatted(workerId)));
        });
    }

    @Test
    void theFleetInJsonIsWhatTheApiAnswers() throws Exception {
        JsonNode fleet = json(Run.of("fleet", "--json", "--url", url));
        assertThat(fleet.path("nodes").path(0).path("name").asText()).isEqualTo("n1");
        assertThat(fleet.path("worker_ids").path("total").asInt()).isEqualTo(1024);
    }

    @Test
    void anUrlThatIsNoneIsRefused() {
        assertThat(Run.of("fleet", "--url", "127.0.0.1:7071").err())
                .startsWith("snowkeeper: must be http://HOST:PORT, IPv6 addresses in brackets: --url 127.0.0.1:7071\n");
    }

    @Test
    void aFleetThatDoesNotAnswerIsStatusOne() {
        Run run = Run.of("fleet", "--url", "http://127.0.0.1:1");
        assertThat(run.status()).isEqualTo(1);
        assertThat(run.err())
                .startsWith("snowkeeper: no answer from a node at http://127.0.0.1:1, choose another one with --url: ");
    }

    private void poison(long workerId) throws Exception {
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(zooKeeper, new RetryOneTime(100))) {
            client.start();
            client.create()
                    .forPath(
                            "/workers/" + workerId,
                            "{\"owner\":\"claim-1\",\"node\":\"n7\",\"reservedUntil\":\"2090-01-01T00:00:00Z\"}"
                                    .getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
    }

    private Run retire(String... arguments) {
        return Run.of(java.util.stream.Stream.concat(
                        java.util.stream.Stream.of("retire", "--zookeeper", zooKeeper),
                        java.util.stream.Stream.of(arguments))
                .toArray(String[]::new));
    }

    @Test
    void aWorkerIdIsRetiredOnlyWhenItIsAskedTwice() throws Exception {
        poison(1000);
        assertThat(retire("1000"))
                .isEqualTo(new Run(
                        3,
                        "worker id 1000 is reserved until 2090-01-01T00:00:00Z; node n7 had it last\n"
                                + "nothing was changed; to retire it for good, repeat with --confirm 1000\n",
                        ""));
        Run retired = new Run(0, "worker id 1000 is retired; node n7 had it last\n", "");
        assertThat(retire("1000", "--confirm", "1000")).isEqualTo(retired);
        assertThat(retire("1000")).isEqualTo(retired);
        // The output may be of a moment ago.
        await().untilAsserted(
                        () -> assertThat(Run.of("fleet", "--url", url).out()).containsPattern("1000 +retired +n7"));
    }

    @Test
    void whatIsAskedAndWhatIsConfirmedMustBeTheSame() {
        assertThat(retire("1001", "--confirm", "1002").err())
                .startsWith("snowkeeper: must repeat the worker id to retire, 1001: --confirm 1002\n");
    }

    @Test
    void anEnvironmentThatConfirmsIsNoSecondQuestion() throws Exception {
        poison(1003);
        Run run = Run.in(
                java.util.Map.of("SNOWKEEPER_CONFIRM", "1003", "SNOWKEEPER_ZOOKEEPER", zooKeeper),
                "retire",
                "1003",
                "--json");
        assertThat(run)
                .isEqualTo(new Run(
                        3,
                        "{\"worker_id\":1003,\"node\":\"n7\",\"reserved_until\":\"2090-01-01T00:00:00Z\",\"retired\":false}\n",
                        ""));
    }

    @Test
    void aLiveWorkerIdIsRefused() throws Exception {
        long workerId = json(Run.of("status", "--json", "--server", server))
                .path("worker_id")
                .asLong();
        assertThat(retire(Long.toString(workerId)))
                .isEqualTo(new Run(
                        1,
                        "",
                        "snowkeeper: worker id %d is live, node n1 has it; stop that node first\n"
                                .formatted(workerId)));
    }

    @Test
    void sequencesInJson() throws Exception {
        Run created = Run.of(
                "sequence",
                "create",
                "A",
                "--from",
                "1",
                "--to",
                "9",
                "--mode",
                "gapless",
                "--json",
                "--server",
                server);
        assertThat(json(created).path("sequence").asText()).isEqualTo("A");
        JsonNode next = json(Run.of("sequence", "next", "A", "--json", "--server", server));
        assertThat(next.path("numbers").path(0).asLong()).isEqualTo(1);
        String reservation = next.path("reservation").asText();
        assertThat(json(Run.of("sequence", "confirm", "A", reservation, "--json", "--server", server)))
                .isEmpty();
        assertThat(json(Run.of("sequence", "list", "--json", "--server", server))
                        .path("sequences")
                        .path(0)
                        .asText())
                .isEqualTo("A");
        assertThat(json(Run.of("sequence", "describe", "A", "--json", "--server", server))
                        .path("pending")
                        .asInt())
                .isZero();
    }
}
