package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import io.snowkeeper.testkit.time.Realtime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator deletes the slot of a node that was killed, to have its worker id for another node. */
@Realtime
class DeletedSlotProcessIT {

    private static final int VERSION = 100;

    /** One worker id only. */
    private static final String[] OPTIONS = {"--layout", "41/0/22", "--max-skew", "500ms"};

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    private ProcessFleet fleet;

    @BeforeEach
    void makeFleet() {
        fleet = ProcessFleet.onSharedZooKeeper(folder);
    }

    @AfterEach
    void stopAll() throws Exception {
        fleet.close();
    }

    @Test
    void theNodeThatWasKilledDoesNotTakeItFromTheOtherOneThoughTheSlotHasItsVersionAgain() throws Exception {
        NodeProcess killed = fleet.serve("n1", OPTIONS);
        killed.awaitWorkerId();
        fleet.raiseSlotVersion(0, VERSION);
        await("follows its slot: " + killed).until(() -> notedVersion() >= VERSION);
        killed.kill();
        int noted = notedVersion();
        fleet.deleteSlot(0);
        // A slot was deleted, so that it waits until the longest reservation that its own window allows has passed by.
        NodeProcess successor = fleet.serve("n2", with("--window", "5s"));
        successor.awaitWorkerId(Duration.ofMinutes(3));

        // It holds its worker id still, and hears of nothing.
        successor.signal("STOP");
        fleet.raiseSlotVersion(0, noted);
        JsonNode answer;
        // In this process, which is quicker: the other one's reservation is not to pass by before it has looked.
        try (LocalNode again = LocalNode.serve(with(
                "--name",
                "n1",
                "--zookeeper",
                fleet.connectString(),
                "--state-dir",
                fleet.stateDirectory("n1").toString()))) {
            answer = await("has something to say: " + again)
                    .until(
                            again::generate,
                            said -> said.has("id") || said.toString().contains("stands by"));
        }
        successor.signal("CONT");

        assertThat(answer.has("id"))
                .as("an id under the other node's worker id: " + answer)
                .isFalse();
        successor.awaitId();
    }

    private static String[] with(String... more) {
        return Stream.concat(Stream.of(OPTIONS), Stream.of(more)).toArray(String[]::new);
    }

    private int notedVersion() throws Exception {
        return new ObjectMapper()
                .readTree(fleet.stateDirectory("n1").resolve("node-state.json").toFile())
                .get("slotVersion")
                .asInt();
    }
}
