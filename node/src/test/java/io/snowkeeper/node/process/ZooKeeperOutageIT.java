package io.snowkeeper.node.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.core.Layout;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node rides out an outage of ZooKeeper for as long as it has reserved time, and no longer. */
class ZooKeeperOutageIT {

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private ProcessFleet fleet;

    @BeforeEach
    void startZooKeeper() throws Exception {
        fleet = new ProcessFleet(folder);
    }

    @AfterEach
    void stopAll() throws Exception {
        fleet.close();
    }

    @Test
    void idsGoOnToTheEndOfTheReservationAndComeBackWithZooKeeper() throws Exception {
        NodeProcess node = fleet.serve("n1", "--session-timeout", "2s", "--window", "8s");
        node.awaitWorkerId();
        try (LineClient client = node.connect()) {
            fleet.stopZooKeeper();
            await("disconnected").atMost(NodeProcess.PATIENCE).until(() -> !connected(client.status()));

            List<Instant> issued = new ArrayList<>();
            JsonNode answer = client.generate();
            while (answer.has("id")) {
                issued.add(timeOf(answer));
                answer = client.generate();
            }
            Instant reservedUntil = Instant.ofEpochMilli(
                    client.status().get("reserved_until_ms").asLong());

            assertThat(issued).as("times of the ids without ZooKeeper").isNotEmpty();
            assertThat(issued).allMatch(time -> !time.isAfter(reservedUntil));
            assertThat(answer.get("code").asInt()).isEqualTo(11);
            assertThat(answer.get("text").asText())
                    .startsWith("reservation is used up: ids may be issued up to %s, the clock reads "
                            .formatted(reservedUntil));

            fleet.restartZooKeeper();
            await("ids again: " + node)
                    .atMost(NodeProcess.PATIENCE)
                    .until(() -> client.generate().has("id"));
        }
        assertThat(node.stderr()).doesNotContain("\tat ", "Exception");
    }

    private static boolean connected(JsonNode status) {
        return status.get("connected").asBoolean();
    }

    private static Instant timeOf(JsonNode answer) {
        return Layout.DEFAULT.decompose(answer.get("id").asLong()).time();
    }
}
