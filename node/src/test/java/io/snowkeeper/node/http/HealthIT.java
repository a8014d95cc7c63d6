package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.check;
import static io.snowkeeper.node.http.HttpNode.json;
import static io.snowkeeper.node.http.HttpNode.rest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.time.SettableClock;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node is live while its process works, and ready while it has reserved time enough. */
class HealthIT {

    private final SettableClock clock = new SettableClock();
    private TestingServer zooKeeper;
    private HttpNode node;

    @BeforeEach
    void startNode() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        node = HttpNode.in(zooKeeper.getConnectString(), "n1")
                .with(clock)
                .start()
                .awaitReady();
    }

    @AfterEach
    void stopNode() throws Exception {
        node.close();
        zooKeeper.close();
    }

    private void stopZooKeeper() throws Exception {
        zooKeeper.stop();
        await("noticed")
                .until(() -> node.get("/metrics").body().contains("snowkeeper_zookeeper_connected{member=\"1\"} 0.0"));
    }

    @Test
    void aNodeThatIsReadySaysAllThatItLookedAt() {
        JsonNode report = json(node.get("/readyz?verbose"));

        assertThat(report.get("status").asText()).isEqualTo("ready");
        assertThat(report.get("checks").findValuesAsText("name"))
                .containsExactly("service", "worker-id", "reservation", "ids", "sortable-ids", "sequences");
        assertThat(report.get("checks").findValuesAsText("passed")).containsOnly("true");
    }

    @Test
    void withoutZooKeeperANodeIsReadyToTheMarginAndNoLongerAndReadyAgainWithIt() throws Exception {
        stopZooKeeper();
        HttpResponse<String> answer = node.get("/readyz?verbose");
        for (int ahead = 0; answer.statusCode() == 200; ahead += 100) {
            assertThat(rest(answer)).isGreaterThanOrEqualTo(HttpNode.MARGIN);
            assertThat(node.get("/livez").statusCode()).isEqualTo(200);
            clock.setAhead(Duration.ofMillis(ahead));
            answer = node.get("/readyz?verbose");
        }

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(rest(answer)).isLessThan(HttpNode.MARGIN);
        assertThat(check(json(answer), "reservation").get("detail").asText())
                .contains("at least 2000 ms are required; ZooKeeper cannot be reached at 127.0.0.1:");
        assertThat(node.get("/livez").statusCode()).isEqualTo(200);

        zooKeeper.restart();
        await("ready again").until(() -> node.get("/readyz").statusCode() == 200);
    }

    @Test
    void aRestoreThatIsOpenIsReportedByANodeThatIsReady() throws Exception {
        assertThat(node.get("/metrics").body()).contains("snowkeeper_sequences_closed 0.0");
        try (var client = CuratorFrameworkFactory.newClient(zooKeeper.getConnectString(), new RetryOneTime(100))) {
            client.start();
            client.create().forPath(MemberSettings.DEFAULT_CHROOT + "/restores", """
                            {"restores":[{"found":"2026-11-26T10:00:00Z","by":"n2","evidence":"version 3, was 5"}]}""".getBytes(StandardCharsets.UTF_8));
        }
        JsonNode report = await("closed")
                .until(
                        () -> json(node.get("/readyz?verbose")),
                        answer -> !check(answer, "sequences").get("passed").asBoolean());

        assertThat(check(report, "sequences").get("reason").asText()).isEqualTo("ensemble-restored");
        assertThat(check(report, "sequences").get("detail").asText()).contains("run snowkeeper recover");
        assertThat(report.get("status").asText()).isEqualTo("ready");
        assertThat(node.get("/metrics").body()).contains("snowkeeper_sequences_closed 1.0");
    }

    @Test
    void withoutZooKeeperTheFleetIsShownAsItWas() throws Exception {
        JsonNode shown = await("shown")
                .until(
                        () -> json(node.get("/v1/fleet")),
                        view -> view.at("/nodes/0/name").asText().equals("n1"));
        Instant before = Instant.parse(shown.get("as_of").asText());
        stopZooKeeper();
        await("not connected")
                .until(() -> !json(node.get("/v1/fleet")).get("connected").asBoolean());
        JsonNode fleet = json(node.get("/v1/fleet"));

        assertThat(Instant.parse(fleet.get("as_of").asText())).isAfterOrEqualTo(before);
        assertThat(fleet.at("/nodes/0/name").asText()).isEqualTo("n1");
        zooKeeper.restart();
    }

    @Test
    void withoutZooKeeperTheVerdictSaysUntilWhenIdsAreGivenAndThatSequencesAreRefused() throws Exception {
        await("seen")
                .until(() -> json(node.get("/v1/fleet"))
                        .at("/verdict/sequences/verdict")
                        .asText()
                        .equals("given"));
        stopZooKeeper();
        JsonNode verdict = await("at risk")
                .until(
                        () -> json(node.get("/v1/fleet")).get("verdict"),
                        said -> said.at("/ids/verdict").asText().equals("at-risk"));

        assertThat(Instant.parse(verdict.at("/ids/until").asText()))
                .isAfter(Instant.parse(
                        json(node.get("/v1/fleet")).get("answered_at").asText()));
        assertThat(verdict.at("/sequences/reason").asText()).isEqualTo("zookeeper-away");
        zooKeeper.restart();
    }

    @Test
    void aNodeWithoutAWorkerIdIsLiveAndNotReadyAndSaysWhy() throws Exception {
        zooKeeper.stop();
        try (HttpNode other = HttpNode.start(zooKeeper.getConnectString(), "n2")) {
            await("first round")
                    .until(() -> json(other.get("/readyz"))
                            .get("problem")
                            .asText()
                            .startsWith("no worker id is held: ZooKeeper cannot be reached at "
                                    + zooKeeper.getConnectString()));
            assertThat(other.get("/livez").statusCode()).isEqualTo(200);
            assertThat(other.get("/readyz").statusCode()).isEqualTo(503);
            var refused = other.post("/v1/ids");
            assertThat(HttpNode.problem(refused, 503, "temporarily-unavailable"))
                    .startsWith("no worker id: ZooKeeper cannot be reached at " + zooKeeper.getConnectString());
            assertThat(refused.headers().firstValue("retry-after")).contains("1");
        }
        zooKeeper.restart();
    }

    @Test
    void aFleetOfTwoIsShownWithItsSlots() throws Exception {
        try (HttpNode other = HttpNode.start(zooKeeper.getConnectString(), "n2").awaitReady()) {
            JsonNode fleet = await("both")
                    .until(
                            () -> json(node.get("/v1/fleet")),
                            view -> view.at("/worker_ids/live").asInt() == 2);

            assertThat(fleet.at("/worker_ids/total").asInt()).isEqualTo(1024);
            assertThat(fleet.at("/worker_ids/free").asInt()).isEqualTo(1022);
            assertThat(fleet.get("nodes").findValuesAsText("name")).containsExactly("n1", "n2");
            assertThat(fleet.get("nodes").findValuesAsText("self")).containsExactly("true", "false");
            assertThat(fleet.get("slots").findValuesAsText("ours")).containsExactlyInAnyOrder("true", "false");
            assertThat(fleet.at("/nodes/1/endpoints/1").asText()).isEqualTo("http://127.0.0.1:" + other.port());
        }
        await("the other one has left")
                .until(() -> json(node.get("/v1/fleet")).at("/worker_ids/live").asInt() == 1);
    }
}
