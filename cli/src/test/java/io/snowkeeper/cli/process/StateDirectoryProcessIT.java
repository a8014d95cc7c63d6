package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.cli.Run;
import io.snowkeeper.testkit.net.LineClient;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node with a state directory that is broken, in use or full. */
@Tag("system")
class StateDirectoryProcessIT {

    @TempDir(cleanup = ON_SUCCESS)
    private static Path folder;

    private static ProcessFleet fleet;
    private static NodeProcess running;

    @BeforeAll
    static void startNode() throws Exception {
        fleet = ProcessFleet.onSharedZooKeeper(folder);
        running = fleet.serve("n1", "--window", "3s");
    }

    @AfterAll
    static void stopAll() throws Exception {
        fleet.close();
    }

    /** Runs the command, which does not get as far as to serve, in this process. */
    private static Run serve(Path stateDirectory) {
        return Run.of(
                "serve",
                "--port",
                "0",
                "--name",
                "n2",
                "--zookeeper",
                fleet.connectString(),
                "--state-dir",
                stateDirectory.toString());
    }

    @Test
    void aStateThatCannotBeReadIsNamed() throws Exception {
        Path directory = Files.createDirectories(fleet.stateDirectory("n2"));
        Path state = Files.writeString(directory.resolve("node-state.json"), "no JSON");

        Run node = serve(directory);

        assertThat(node.status()).isEqualTo(1);
        assertThat(node.err())
                .startsWith("snowkeeper: " + state + ": the node's state cannot be read: ")
                .endsWith("; mend the file, or remove it to start with any free worker id\n")
                .hasLineCount(1);
    }

    @Test
    void aFolderThatCannotBeMadeIsNamed() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");

        Run node = serve(file);

        assertThat(node.status()).isEqualTo(1);
        assertThat(node.err())
                .isEqualTo(
                        "snowkeeper: %s: cannot be used as state directory: it is a file; make it writable or choose another\n"
                                .formatted(file));
    }

    @Test
    void aFolderThatAllUsersMayWriteToIsNamedAndNothingIsMadeInIt() throws Exception {
        Path open = Files.createDirectory(folder.resolve("open"));
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

        Run node = serve(open.resolve("n2"));

        assertThat(node.status()).isEqualTo(1);
        assertThat(node.err())
                .isEqualTo(
                        "snowkeeper: %s: all users may write to this directory, and exchange its content; remove that right by chmod o-w, or choose another directory\n"
                                .formatted(open));
        assertThat(open).isEmptyDirectory();
    }

    @Test
    void aFolderThatAnotherProcessUsesIsNamed() throws Exception {
        running.address();

        NodeProcess other = fleet.serve("n1");

        assertThat(other.awaitExit()).isEqualTo(1);
        assertThat(other.stderr())
                .endsWith(
                        "\nsnowkeeper: %s: the state directory is in use by another node; give each node one of its own\n"
                                .formatted(fleet.stateDirectory("n1").resolve("lock")));
    }

    @Test
    void aFullDiskStopsTheNodeUntilItCanBeWrittenAgain() throws Exception {
        running.awaitWorkerId();
        Path state = fleet.stateDirectory("n1").resolve("node-state.json");
        Path temporary = state.resolveSibling("node-state.json.tmp");

        await("full disk").until(() -> linkTo(Path.of("/dev/full"), temporary));
        try (LineClient client = running.connect()) {
            await("refused for the disk: " + running)
                    .until(() -> client.generate().has("code"));
            // The id may be refused a moment before the reason is known.
            await("the reason: " + running)
                    .untilAsserted(
                            () -> assertThat(client.status().path("problem").asText())
                                    .isEqualTo(state + ": cannot be written: No space left on device"));

            Files.delete(temporary);
            await("ids again: " + running).until(() -> client.generate().has("id"));
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
}
