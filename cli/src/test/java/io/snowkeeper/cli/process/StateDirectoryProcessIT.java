package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a node makes of a state directory that is ahead of time, broken, in use or full. */
class StateDirectoryProcessIT {

    private static final ObjectMapper JSON = new ObjectMapper();

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
    void aNodeWhoseStateIsAnHourAheadIsNotReadyAndNamesBothTimes() throws Exception {
        Instant ahead = stateOneHourAhead("n1");

        NodeProcess node = fleet.serve("n1");

        await("refused for the clock: " + node)
                .untilAsserted(
                        () -> assertThat(node.generate().toString())
                                .matches(
                                        "\\{\"type\":\"error\",\"code\":11,\"text\":\"no worker id: the clock went"
                                                + " back by \\d+ ms while this node was down: it reads \\S+Z, ids were"
                                                + " reserved up to "
                                                + ahead
                                                + "; set the clock right, wait for that time, or start with"
                                                + " --accept-clock-rollback\",\"reason\":\"clock-moved-backwards\",\"in_reply_to\":null,\"msg_id\":0}"));
    }

    @Test
    void aClockThatWentBackOverARestartIsCountedAsOneThatGoesBackWhileTheNodeRuns() throws Exception {
        stateOneHourAhead("n1");

        NodeProcess refused = fleet.serve("n1");
        awaitRollbackCounted(refused);
        refused.stop();

        NodeProcess accepted = fleet.serve("n1", "--accept-clock-rollback");
        awaitRollbackCounted(accepted);
    }

    @Test
    void theStatusCommandTellsScriptsThatANodeIsNotReadyAndWhy() throws Exception {
        stateOneHourAhead("n1");
        NodeProcess node = fleet.serve("n1");
        String server = "127.0.0.1:" + node.address().getPort();

        try (NodeProcess status = NodeProcess.start(folder, Map.of(), List.of("status", "--server", server))) {
            assertThat(status.awaitExit()).isEqualTo(3);
            assertThat(status.stdout())
                    .contains("ready               false\n", "reason              clock-moved-backwards\n");
        }
    }

    private static void awaitRollbackCounted(NodeProcess node) {
        await("counted: " + node)
                .untilAsserted(() -> assertThat(metrics(node))
                        .contains("\nsnowkeeper_clock_rollbacks_total 1.0\n")
                        .contains("\nprocess_uptime_seconds "));
    }

    private static String metrics(NodeProcess node) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(node.httpUrl() + "/metrics"))
                                .build(),
                        BodyHandlers.ofString())
                .body();
    }

    @Test
    void aNodeWhoseStateIsAnHourAheadRunsIfTheOperatorAcceptsIt() throws Exception {
        stateOneHourAhead("n1");

        NodeProcess node = fleet.serve("n1", "--accept-clock-rollback");

        node.awaitWorkerId();
        assertThat(node.generate().has("id")).isTrue();
    }

    @Test
    void aStateThatCannotBeReadIsNamed() throws Exception {
        Path directory = Files.createDirectories(fleet.stateDirectory("n1"));
        Path state = Files.writeString(directory.resolve("node-state.json"), "no JSON");

        NodeProcess node = fleet.serve("n1");

        assertThat(node.awaitExit()).isEqualTo(1);
        assertThat(node.stderr())
                .startsWith("snowkeeper: " + state + ": the node's state cannot be read: ")
                .endsWith("; mend the file, or remove it to start with any free worker id\n")
                .hasLineCount(1);
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        NodeProcess node = fleet.serve("n1", "--state-dir", file.toString());

        assertThat(node.awaitExit()).isEqualTo(1);
        assertThat(node.stderr())
                .isEqualTo(
                        "snowkeeper: %s: cannot be used as state directory: it is a file; make it writable or choose another\n"
                                .formatted(file));
    }

    @Test
    void aFolderThatAllUsersMayWriteToIsNamedAndNothingIsMadeInIt() throws Exception {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        NodeProcess node = fleet.serve("n1", "--state-dir", open.resolve("n1").toString());

        assertThat(node.awaitExit()).isEqualTo(1);
        assertThat(node.stderr())
                .isEqualTo(
                        "snowkeeper: %s: all users may write to this directory, and exchange what is in it; take that right away by chmod o-w, or choose another directory\n"
                                .formatted(open));
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void aFolderThatAnotherProcessUsesIsNamed() throws Exception {
        fleet.serve("n1").address();

        NodeProcess other = fleet.serve("n1");

        assertThat(other.awaitExit()).isEqualTo(1);
        assertThat(other.stderr())
                .isEqualTo(
                        "snowkeeper: %s: the state directory is in use by another node; give each node one of its own\n"
                                .formatted(fleet.stateDirectory("n1").resolve("lock")));
    }

    @Test
    void aFullDiskStopsTheNodeUntilItCanBeWrittenAgain() throws Exception {
        NodeProcess node = fleet.serve("n1", "--window", "3s");
        node.awaitWorkerId();
        Path state = fleet.stateDirectory("n1").resolve("node-state.json");
        Path temporary = state.resolveSibling("node-state.json.tmp");

        await("full disk").until(() -> linkTo(Path.of("/dev/full"), temporary));
        try (LineClient client = node.connect()) {
            await("refused for the disk: " + node).until(() -> client.generate().has("code"));
            assertThat(client.status().get("problem").asText())
                    .isEqualTo(state + ": cannot be written: No space left on device");

            Files.delete(temporary);
            await("ids again: " + node).until(() -> client.generate().has("id"));
        }
    }

    /** The node's own temporary file is there for a moment only; it fails to replace ours. */
    private static boolean linkTo(Path target, Path link) throws IOException {
        try {
            Files.createSymbolicLink(link, target);
        } catch (FileAlreadyExistsException e) {
            return Files.isSymbolicLink(link);
        }
        return true;
    }

    private Instant stateOneHourAhead(String name) throws Exception {
        NodeProcess before = fleet.serve(name);
        before.awaitWorkerId();
        assertThat(before.stop()).isZero();
        Path file = fleet.stateDirectory(name).resolve("node-state.json");
        ObjectNode state = (ObjectNode) JSON.readTree(file.toFile());
        Instant ahead = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MILLIS);
        JSON.writeValue(file.toFile(), state.put("lastSeen", ahead.toString()));
        return ahead;
    }
}
