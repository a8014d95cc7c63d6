package io.snowkeeper.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.cli.LocalFleet;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.cli.Run;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with a state that is an hour ahead of time, of which the second may accept it. */
class StateAheadIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String STATE = "node-state.json";

    @TempDir(cleanup = ON_SUCCESS)
    private static Path folder;

    private static LocalFleet fleet;
    private static Instant ahead;
    private static LocalNode refused;
    private static LocalNode accepted;

    @BeforeAll
    static void startNodes() throws Exception {
        fleet = new LocalFleet(folder);
        LocalNode before = fleet.serve("n1");
        before.awaitWorkerId();
        before.close();
        Path state = fleet.stateDirectory("n1").resolve(STATE);
        ahead = setAhead(state);
        Files.copy(state, Files.createDirectories(fleet.stateDirectory("n2")).resolve(STATE));
        refused = fleet.serve("n1");
        accepted = fleet.serve("n2", "--accept-clock-rollback");
    }

    private static Instant setAhead(Path file) throws Exception {
        ObjectNode state = (ObjectNode) JSON.readTree(file.toFile());
        Instant time = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);
        JSON.writeValue(file.toFile(), state.put("lastSeen", time.toString()));
        return time;
    }

    @AfterAll
    static void stopAll() {
        fleet.close();
    }

    @Test
    void aNodeWhoseStateIsAnHourAheadIsNotReadyAndNamesBothTimes() {
        await("refused for the clock: " + refused)
                .untilAsserted(
                        () -> assertThat(refused.generate().toString())
                                .matches(
                                        "\\{\"type\":\"error\",\"code\":11,\"text\":\"no worker id: the clock went"
                                                + " back by \\d+ ms while this node was down: it reads \\S+Z, ids were"
                                                + " reserved up to "
                                                + ahead
                                                + "; set the clock right, wait for that time, or start with"
                                                + " --accept-clock-rollback\",\"reason\":\"clock-moved-backwards\",\"in_reply_to\":null,\"msg_id\":0}"));
    }

    @Test
    void aClockThatWentBackOverARestartIsCountedAsOneThatGoesBackWhileTheNodeRuns() {
        awaitRollbackCounted(refused);
        awaitRollbackCounted(accepted);
    }

    @Test
    void theStatusCommandTellsScriptsThatANodeIsNotReadyAndWhy() {
        String server = "127.0.0.1:" + refused.address().getPort();

        Run status = Run.of("status", "--server", server);

        assertThat(status.status()).isEqualTo(3);
        assertThat(status.out())
                .containsPattern("(?m)^ready +false$")
                .containsPattern("(?m)^reason +clock-moved-backwards$");
    }

    private static void awaitRollbackCounted(LocalNode node) {
        await("counted: " + node)
                .untilAsserted(() -> assertThat(node.metrics())
                        .contains("\nsnowkeeper_clock_rollbacks_total 1.0\n")
                        .contains("\nprocess_uptime_seconds "));
    }

    @Test
    void aNodeWhoseStateIsAnHourAheadRunsIfTheOperatorAcceptsIt() throws Exception {
        accepted.awaitWorkerId();
        accepted.awaitId();
    }
}
