package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.json;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.core.Layout;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A node whose ids count seconds. */
class SecondsIT {

    /** 4,096 ids a second. */
    private static final Layout LAYOUT = Layout.parse("35/16/12@1s", Layout.DEFAULT_EPOCH);

    private static HttpNode node;

    @BeforeAll
    static void start() throws Exception {
        node = HttpNode.in(SharedZooKeeper.newConnectString(), "n1")
                .with(LAYOUT)
                .start()
                .awaitReady();
    }

    @AfterAll
    static void stop() throws Exception {
        node.close();
    }

    @Test
    void aBatchThatTakesMoreThanASecondComesWholeAndTheNodeIsReadyMeanwhile() {
        CompletableFuture<JsonNode> batch = CompletableFuture.supplyAsync(() -> json(node.post("/v1/ids?count=10000")));
        while (!batch.isDone()) {
            assertThat(node.get("/readyz").statusCode()).isEqualTo(200);
        }

        Set<Long> ids = new LinkedHashSet<>();
        batch.join().get("ids").forEach(id -> ids.add(Long.parseLong(id.asText())));
        assertThat(ids).hasSize(10_000);
        assertThat(ids.stream().toList()).isSorted();
        assertThat(ids.stream().mapToLong(LAYOUT::timestampOf).distinct().count())
                .isBetween(3L, 4L);
    }

    @Test
    void tellsItsTick() throws Exception {
        assertThat(node.ask("status").get("tick_ms").asLong()).isEqualTo(1_000);
        assertThat(json(node.get("/v1/fleet")).at("/layout/tick_ms").asLong()).isEqualTo(1_000);
        assertThat(node.ask("time_info").get("max_timestamp_ms").asLong()).isEqualTo(((1L << 35) - 1) * 1_000);
    }
}
