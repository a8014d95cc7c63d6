package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.core.Layout;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Realtime;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node rides out an outage of ZooKeeper for as long as it has reserved time, and no longer. */
@Realtime
class ZooKeeperOutageIT {

    private static final Pattern USED_UP =
            Pattern.compile("reservation is used up: ids may be issued up to (\\S+), the clock reads (\\S+)");

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
        // Without a state directory: a state that is behind would have it refuse before its reservation ends.
        NodeProcess node = fleet.serve("n1", "--session-timeout", "2s", "--window", "4s", "--state-dir", "none");
        node.awaitWorkerId();
        try (LineClient client = node.connect()) {
            fleet.stopZooKeeper();
            await("disconnected").until(() -> !connected(client.status()));

            List<Instant> issued = new ArrayList<>();
            JsonNode answer = client.generate();
            while (answer.has("id")) {
                issued.add(timeOf(answer));
                LockSupport.parkNanos(1_000_000);
                answer = client.generate();
            }

            assertThat(answer.get("code").asInt()).isEqualTo(11);
            // Not the status', which is of another moment: a last answer of ZooKeeper's may have come in between.
            Matcher usedUp = USED_UP.matcher(answer.get("text").asText());
            assertThat(usedUp.lookingAt()).as("%s", answer).isTrue();
            Instant reservedUntil = Instant.parse(usedUp.group(1));
            assertThat(Instant.parse(usedUp.group(2))).isAfter(reservedUntil);
            assertThat(issued).as("times of the ids without ZooKeeper").isNotEmpty();
            assertThat(issued).allMatch(time -> !time.isAfter(reservedUntil));

            fleet.restartZooKeeper();
            await("ids again: " + node).until(() -> client.generate().has("id"));
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
