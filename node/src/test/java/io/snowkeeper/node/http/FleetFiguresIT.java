package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.json;
import static io.snowkeeper.node.http.HttpNode.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Two nodes, each of which answers for both. */
@TestInstance(Lifecycle.PER_CLASS)
class FleetFiguresIT {

    private String zooKeeper;
    private HttpNode first;
    private HttpNode second;

    @BeforeAll
    void startNodes() throws Exception {
        zooKeeper = SharedZooKeeper.newConnectString();
        first = HttpNode.start(zooKeeper, "n1").awaitReady();
        second = HttpNode.start(zooKeeper, "n2").awaitReady();
    }

    @AfterAll
    void stopNodes() throws Exception {
        first.close();
        second.close();
    }

    private static List<JsonNode> items(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }

    private static List<String> texts(JsonNode array, String field) {
        List<String> texts = new ArrayList<>();
        array.forEach(item -> texts.add(item.path(field).asText()));
        return texts;
    }

    @Test
    void bothTellTheSameOfBoth() {
        for (HttpNode node : List.of(first, second)) {
            await().untilAsserted(() -> {
                JsonNode fleet = json(node.get("/v1/fleet/nodes"));
                assertThat(texts(fleet.path("nodes"), "name")).containsExactly("n1", "n2");
                assertThat(texts(fleet.path("nodes"), "told_by")).containsExactly("node", "node");
                assertThat(texts(fleet.path("nodes"), "state")).containsExactly("ready", "ready");
                assertThat(fleet.path("nodes_ready").asInt()).isEqualTo(2);
                assertThat(fleet.path("ids_per_second_complete").asBoolean()).isTrue();
            });
        }
    }

    @Test
    void theIdsOfOneAreInTheHistoryThatTheOtherTells() {
        first.post("/v1/ids?count=5000");

        await().untilAsserted(() -> {
            JsonNode history = json(second.get("/v1/fleet/history"));
            JsonNode ofFirst = items(history.path("nodes")).stream()
                    .filter(node -> node.path("node").asText().equals("n1"))
                    .findFirst()
                    .orElseThrow();
            assertThat(items(ofFirst.path("ids_per_second")))
                    .extracting(JsonNode::asLong)
                    .anyMatch(rate -> rate > 100);
            assertThat(items(history.path("fleet").path("ids_per_second")))
                    .extracting(JsonNode::asLong)
                    .anyMatch(rate -> rate > 100);
        });
    }

    @Test
    void aHistoryThatIsAskedForFromThenOnIsShort() {
        await().until(() -> json(first.get("/v1/node"))
                        .path("history")
                        .path("ids_per_second")
                        .size()
                > 2);
        String from = json(first.get("/v1/node")).path("history").path("from").asText();

        JsonNode rest = json(first.get("/v1/node?history_after=" + from)).path("history");

        assertThat(rest.path("from").asText()).isGreaterThan(from);
    }

    @Test
    void theEventsOfBothAreToldByEach() {
        long workerId = json(second.get("/v1/node")).path("worker_ids").path(0).asLong();

        await().untilAsserted(() -> {
            JsonNode events =
                    json(first.get("/v1/fleet/events?worker_id=" + workerId)).path("events");
            assertThat(texts(events, "kind")).contains("worker-id-taken");
            assertThat(texts(events, "node")).containsOnly("n2");
        });
        assertThat(json(first.get("/v1/fleet/events?limit=1")).path("events")).hasSize(1);
    }

    @Test
    void aNodeThatLeavesIsSaidToHaveLeft() throws Exception {
        try (HttpNode third = HttpNode.start(zooKeeper, "n3").awaitReady()) {
            await().until(() -> texts(json(first.get("/v1/fleet/nodes")).path("nodes"), "state")
                            .size()
                    == 3);
        }
        await().untilAsserted(() -> {
            JsonNode events = json(first.get("/v1/fleet/events")).path("events");
            assertThat(items(events))
                    .anyMatch(event -> event.path("kind").asText().equals("left")
                            && event.path("node").asText().equals("n3"));
            assertThat(items(events))
                    .noneMatch(event -> event.path("kind").asText().equals("gone"));
        });
    }

    @Test
    void whatIsNoTimeOrNoNumberIsRefused() {
        assertThat(problem(first.get("/v1/fleet/history?after=yesterday"), 400, "malformed-request"))
                .isEqualTo("must be a time in UTC such as 2026-11-21T19:31:17Z: after=yesterday");
        assertThat(problem(first.get("/v1/fleet/events?limit=0"), 400, "malformed-request"))
                .isEqualTo("must be a whole number from 1 to 1000: limit=0");
        assertThat(problem(first.get("/v1/node?events_after=x"), 400, "malformed-request"))
                .startsWith("must be a whole number from 0 to ");
    }
}
