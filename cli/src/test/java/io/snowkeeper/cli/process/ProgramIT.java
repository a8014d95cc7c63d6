package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.io.CleanupMode.ON_SUCCESS;

import io.snowkeeper.testkit.node.NodeProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as it is shipped. */
@Tag("system")
class ProgramIT {

    @TempDir(cleanup = ON_SUCCESS)
    private Path folder;

    @Test
    void tellsItsVersion() throws Exception {
        try (NodeProcess program = run("--version")) {
            assertThat(program.awaitExit()).isZero();
            assertThat(program.stdout()).matches("snowkeeper \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\n");
            assertThat(program.stderr()).isEmpty();
        }
    }

    @Test
    void takesAnIdApart() throws Exception {
        try (NodeProcess program = run("decompose", "4194304")) {
            assertThat(program.awaitExit()).isZero();
            assertThat(program.stdout()).isEqualTo("time      2024-01-01T00:00:00.001Z\nworker    0\nsequence  0\n");
        }
    }

    @Test
    void endsWithStatusTwoOnAWrongOption() throws Exception {
        try (NodeProcess program = run("serve", "--window", "1")) {
            assertThat(program.awaitExit()).isEqualTo(2);
            assertThat(program.stdout()).isEmpty();
            assertThat(program.stderr()).isEqualTo("""
                            snowkeeper: Invalid value for option '--window': must be a whole number and a unit (ms, s, m, h, d, y), such as 500ms or 60s: '1'
                            Try 'snowkeeper serve --help'.
                            """);
        }
    }

    @Test
    void readsItsOwnVariablesOnly() throws Exception {
        try (NodeProcess program =
                NodeProcess.start(folder, Map.of("SNOWKEEPER_WINDOWS", "1s"), List.of("decompose", "1"))) {
            assertThat(program.awaitExit()).isEqualTo(2);
            assertThat(program.stderr())
                    .isEqualTo(
                            "snowkeeper: unknown variable in the environment: SNOWKEEPER_WINDOWS; did you mean SNOWKEEPER_WINDOW?\n");
        }
    }

    @Test
    void endsWithStatusOneIfItsPortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}));
                NodeProcess program = run(
                        "serve",
                        "--port",
                        String.valueOf(taken.getLocalPort()),
                        "--name",
                        "n1",
                        "--embedded-zookeeper-port",
                        "0")) {
            assertThat(program.awaitExit()).isEqualTo(1);
            assertThat(program.stderr())
                    .contains("\nsnowkeeper: cannot listen on 127.0.0.1:%d: ".formatted(taken.getLocalPort()))
                    .endsWith("Address already in use; choose another address with --bind and --port\n");
        }
    }

    private NodeProcess run(String... arguments) throws IOException {
        return NodeProcess.start(folder, Map.of(), List.of(arguments));
    }
}
