package io.snowkeeper.cli.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.cli.LocalNode;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.time.Patience;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ctrl-C and kill end every command, behind a whole line of its output. */
@Tag("system")
class SignalIT {

    @TempDir
    private Path folder;

    private LocalNode node;
    private String server;

    @BeforeEach
    void startNode() throws Exception {
        node = LocalNode.serve(
                "--name",
                "n1",
                "--embedded-zookeeper-port",
                "0",
                "--http-port",
                "none",
                "--state-dir",
                folder.resolve("state").toString());
        node.awaitId();
        server = HostPort.of(node.address()).toString();
    }

    @AfterEach
    void stopNode() throws Exception {
        node.close();
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void idsThatAreBeingPrintedEndBehindALine(String signal, int status) throws Exception {
        assertEnds(signal, status, List.of("ids", "--server", server, "--count", "2000000000"));
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void aLedgerThatIsFollowedEnds(String signal, int status) throws Exception {
        try (NodeProcess create = run(List.of(
                "sequence", "create", "G", "--server", server, "--mode", "gapless", "--from", "1", "--to", "100"))) {
            assertThat(create.awaitExit()).as(create.stderr()).isZero();
        }
        assertEnds(signal, status, List.of("sequence", "ledger", "G", "--server", server, "--follow"));
    }

    @Test
    void aCommandWhoseReaderHasGoneEnds() throws Exception {
        String command = "\"%s\" -XX:TieredStopAtLevel=1 -jar \"%s\" ids --server %s --count 2000000000 | head -1"
                .formatted(Path.of(System.getProperty("java.home"), "bin", "java"), NodeProcess.jar(), server);
        Process shell = new ProcessBuilder("bash", "-c", command).start();
        try {
            assertThat(shell.onExit()).succeedsWithin(Patience.LIMIT);
            assertThat(shell.getInputStream()).asString(UTF_8).matches("\\d+\n");
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
    }

    private void assertEnds(String signal, int status, List<String> command) throws Exception {
        try (NodeProcess program = run(command)) {
            await("prints").until(() -> program.stdout().contains("\n"));
            program.signal(signal);

            assertThat(program.awaitExit()).as(program.stderr()).isEqualTo(status);
            assertThat(program.stdout()).endsWith("\n");
        }
    }

    private NodeProcess run(List<String> command) throws Exception {
        return NodeProcess.startInForeground(folder, command);
    }
}
