package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Two nodes, each of which answers for both. */
@TestInstance(Lifecycle.PER_CLASS)
class FleetFiguresIT {

    private HttpNode first;
    private HttpNode second;

    @BeforeAll
    void startNodes() throws Exception {
        String zooKeeper = SharedZooKeeper.newConnectString();
        first = HttpNode.start(zooKeeper, "n1").awaitReady();
        second = HttpNode.start(zooKeeper, "n2").awaitReady();
    }

    @AfterAll
    void stopNodes() throws Exception {
        first.close();
        second.close();
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
    void theIdsOfOneAreInTheRateThatTheOtherTells() {
        await().untilAsserted(() -> {
            // Each time: a rate is that of lately, and the first look may come late.
            first.post("/v1/ids?count=5000");
            JsonNode fleet = json(second.get("/v1/fleet/nodes"));
            assertThat(fleet.path("nodes").path(0).path("ids_per_second").asDouble())
                    .isGreaterThan(100);
            assertThat(fleet.path("ids_per_second").asDouble()).isGreaterThan(100);
        });
    }
}
