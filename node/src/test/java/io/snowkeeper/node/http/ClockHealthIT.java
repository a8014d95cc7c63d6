package io.snowkeeper.node.http;

import static io.snowkeeper.node.http.HttpNode.check;
import static io.snowkeeper.node.http.HttpNode.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.time.SettableClock;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node's report on itself when its clock is wrong, and that it is the same everywhere. */
class ClockHealthIT {

    private static final String MOVED_BACKWARDS = "clock-moved-backwards";

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private final SettableClock clock = new SettableClock();

    @Test
    void aNodeWhoseClockIsSetBackAnHourIsNotReadyAndSaysTheSameWordEverywhere() throws Exception {
        try (HttpNode node = start()) {
            awaitId(node, "/v1/ids");

            clock.setAhead(Duration.ofHours(-1));

            HttpResponse<String> refused = node.post("/v1/ids");
            assertThat(refused.statusCode()).isEqualTo(503);
            assertThat(json(refused).get("type").asText()).isEqualTo("urn:snowkeeper:problem:" + MOVED_BACKWARDS);
            HttpResponse<String> ready = node.get("/readyz");
            assertThat(ready.statusCode()).isEqualTo(503);
            assertThat(json(ready).get("reason").asText()).isEqualTo(MOVED_BACKWARDS);
            assertThat(node.ask("generate").get("reason").asText()).isEqualTo(MOVED_BACKWARDS);
            JsonNode status = node.ask("status");
            assertThat(status.get("ready").asBoolean()).isFalse();
            assertThat(status.get("reason").asText()).isEqualTo(MOVED_BACKWARDS);
            assertThat(status.get("reserved_remaining_ms").isNull()).isTrue();
            assertThat(json(node.get("/v1/fleet")).at("/self/reason").asText()).isEqualTo(MOVED_BACKWARDS);
            assertThat(node.get("/metrics").body())
                    .contains("\nsnowkeeper_ready 0.0\n")
                    .contains("snowkeeper_refusals_total{protocol=\"line\",reason=\"clock-moved-backwards\"} 1.0\n")
                    .contains("snowkeeper_refusals_total{protocol=\"http\",reason=\"clock-moved-backwards\"} 1.0\n");
        }
    }

    @Test
    void aNodeWhoseClockIsSetRightByFourSecondsGivesAllIdsAgainAndGoesOn() throws Exception {
        clock.setAhead(Duration.ofSeconds(4));
        try (HttpNode node = start()) {
            awaitId(node, "/v1/sortable-ids");
            awaitId(node, "/v1/ids");

            clock.setAhead(Duration.ZERO);

            awaitId(node, "/v1/ids");
            awaitId(node, "/v1/sortable-ids?unit=nanosecond");
            // Beyond the reservation at the clock's step, and over renewals.
            for (int halves = 1; halves <= 4; halves++) {
                clock.setAhead(HttpNode.WINDOW.dividedBy(2).multipliedBy(halves));
                node.awaitReady();
                awaitId(node, "/v1/sortable-ids?unit=nanosecond");
                awaitId(node, "/v1/ids");
                awaitReserved(node, HttpNode.WINDOW.dividedBy(2));
            }
        }
    }

    @Test
    void aNodeThatRefusesSortableIdsAloneIsNotReady() throws Exception {
        try (HttpNode node = start()) {
            // So far that the state, which is written two seconds ahead, allows an id.
            clock.setAhead(Duration.ofMillis(1_500));
            awaitId(node, "/v1/sortable-ids");
            clock.setAhead(Duration.ofMinutes(-1));

            JsonNode report = json(node.get("/readyz?verbose"));

            assertThat(check(report, "ids").get("passed").asBoolean()).isTrue();
            assertThat(check(report, "sortable-ids").get("reason").asText()).isEqualTo(MOVED_BACKWARDS);
            assertThat(json(node.get("/readyz")).get("problem").asText())
                    .startsWith("sortable ids are refused: clock moved backwards by ");
        }
    }

    /** A node may refuse for a moment: after its start, and while its clock has to catch up or its state to be written. */
    private static void awaitId(HttpNode node, String path) {
        await(path).until(() -> node.post(path).statusCode() == 200);
    }

    /** Waits until more than so much is reserved. */
    private static void awaitReserved(HttpNode node, Duration rest) {
        await("renewed").until(() -> HttpNode.rest(node.get("/readyz?verbose")).compareTo(rest) > 0);
    }

    private HttpNode start() throws Exception {
        return HttpNode.in(SharedZooKeeper.newConnectString(), "n1")
                .with(clock)
                .with(folder)
                .start()
                .awaitReady();
    }
}
