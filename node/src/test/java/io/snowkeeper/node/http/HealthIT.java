package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A node is live while its process works, and ready while it has reserved time enough. */
class HealthIT {

    private static final Pattern RESERVED = Pattern.compile("reserved until (\\S+), which is (-?\\d+) ms from now");

    private TestingServer zooKeeper;
    private HttpNode node;

    @BeforeEach
    void startNode() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        node = HttpNode.start(zooKeeper.getConnectString(), "n1").awaitReady();
    }

    @AfterEach
    void stopNode() throws Exception {
        node.close();
        zooKeeper.close();
    }

    @Test
    void aNodeThatIsReadySaysAllThatItLookedAt() {
        JsonNode report = json(node.get("/readyz?verbose"));

        assertThat(report.get("status").asText()).isEqualTo("ready");
        assertThat(report.get("checks").findValuesAsText("name"))
                .containsExactly("service", "worker-id", "reservation", "ids", "sortable-ids");
        assertThat(report.get("checks").findValuesAsText("passed")).containsOnly("true");
    }

    @Test
    void withoutZooKeeperANodeIsReadyToTheMarginAndNoLongerAndReadyAgainWithIt() throws Exception {
        zooKeeper.stop();
        Duration restAtLastReady = Duration.ofMillis(Long.MAX_VALUE);
        HttpResponse<String> answer = node.get("/readyz?verbose");
        while (answer.statusCode() == 200) {
            restAtLastReady = rest(answer);
            assertThat(restAtLastReady).isGreaterThanOrEqualTo(HttpNode.MARGIN);
            assertThat(node.get("/livez").statusCode()).isEqualTo(200);
            LockSupport.parkNanos(2_000_000);
            answer = node.get("/readyz?verbose");
        }

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(rest(answer)).isLessThan(HttpNode.MARGIN);
        assertThat(detail(answer, "reservation"))
                .contains("at least 2000 ms are wanted; ZooKeeper cannot be reached at 127.0.0.1:");
        assertThat(node.get("/livez").statusCode()).isEqualTo(200);

        zooKeeper.restart();
        await("ready again").until(() -> node.get("/readyz").statusCode() == 200);
    }

    @Test
    void withoutZooKeeperTheFleetIsShownAsItWas() throws Exception {
        JsonNode shown = await("shown")
                .until(
                        () -> json(node.get("/v1/fleet")),
                        view -> view.at("/nodes/0/name").asText().equals("n1"));
        Instant before = Instant.parse(shown.get("as_of").asText());
        zooKeeper.stop();
        await("noticed")
                .until(() -> !json(node.get("/v1/fleet")).get("connected").asBoolean());
        JsonNode fleet = json(node.get("/v1/fleet"));

        assertThat(Instant.parse(fleet.get("as_of").asText())).isAfterOrEqualTo(before);
        assertThat(fleet.at("/nodes/0/name").asText()).isEqualTo("n1");
    }

    @Test
    void aNodeWithoutAWorkerIdIsLiveAndNotReadyAndSaysWhy() throws Exception {
        zooKeeper.stop();
        try (HttpNode other = HttpNode.start(zooKeeper.getConnectString(), "n2")) {
            await("first round")
                    .until(() -> json(other.get("/readyz"))
                            .get("problem")
                            .asText()
                            .equals("no worker id is held: ZooKeeper cannot be reached at "
                                    + zooKeeper.getConnectString()));
            assertThat(other.get("/livez").statusCode()).isEqualTo(200);
            assertThat(other.get("/readyz").statusCode()).isEqualTo(503);
            var refused = other.post("/v1/ids");
            assertThat(HttpNode.problem(refused, 503, "temporarily-unavailable"))
                    .isEqualTo("no worker id: ZooKeeper cannot be reached at " + zooKeeper.getConnectString());
            assertThat(refused.headers().firstValue("retry-after")).contains("1");
        }
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

    private static Duration rest(HttpResponse<String> answer) {
        Matcher matcher = RESERVED.matcher(detail(answer, "reservation"));
        assertThat(matcher.find()).as(answer.body()).isTrue();
        return Duration.ofMillis(Long.parseLong(matcher.group(2)));
    }

    private static String detail(HttpResponse<String> answer, String check) {
        for (JsonNode item : json(answer).get("checks")) {
            if (item.get("name").asText().equals(check)) {
                return item.get("detail").asText();
            }
        }
        throw new AssertionError(answer.body());
    }
}
