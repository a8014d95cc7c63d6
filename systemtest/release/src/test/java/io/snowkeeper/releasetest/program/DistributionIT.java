package io.snowkeeper.releasetest.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.releasetest.machine.PrivateNetwork;
import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.Shell;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/** The archive with the program, by the very words of the README, in a folder with nothing else. */
class DistributionIT {

    private static final Archive ARCHIVE = new Archive("deploy/dist", "snowkeeper");

    @TempDir(factory = TempDirFactory.Standard.class)
    private Path folder;

    private PrivateNetwork network;

    @BeforeEach
    void makeNetwork() throws IOException {
        network = PrivateNetwork.create();
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    private List<String> asDocumented(String marker) throws IOException {
        return network.command(List.of("bash", "-euo", "pipefail", "-c", Project.documented("README.md", marker)));
    }

    private boolean answers() throws IOException {
        try {
            return Shell.run(asDocumented("http-ask-command").toArray(String[]::new))
                    .lines()
                    .anyMatch(line -> line.matches("\\{\"ids\":\\[\"\\d+\",\"\\d+\",\"\\d+\"],\"max_sequence\":\\d+}"));
        } catch (IOException e) {
            // Nothing listens yet, or the node has no worker id.
            return false;
        }
    }

    @Test
    void aReaderWhoDoesAsTheReadmeSaysGetsIds() throws Exception {
        Files.copy(ARCHIVE.file(), folder.resolve(ARCHIVE.file().getFileName()));
        Path log = folder.resolve("log.txt");
        try (JavaProcess shell = JavaProcess.start(new ProcessBuilder(asDocumented("distribution-command"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile()))) {
            try {
                shell.await(() -> answers() ? Optional.of(true) : Optional.empty(), Patience.LIMIT);
            } finally {
                processesOf(shell).forEach(ProcessHandle::destroy);
            }

            assertThat(shell.awaitEnd(Patience.LIMIT)).isTrue();
        }
        assertThat(log)
                .content()
                .contains("snowkeeper n1 listens on 127.0.0.1:7070\n", "snowkeeper n1 answers HTTP on 127.0.0.1:7071\n")
                .contains("worker id 0 is handed back");
    }

    /** Returns the program, and the shell that waits for it if it does. */
    private static Stream<ProcessHandle> processesOf(JavaProcess shell) {
        return ProcessHandle.of(shell.pid()).stream()
                .flatMap(process -> Stream.concat(process.descendants(), Stream.of(process)));
    }

    @Test
    void itHasWhatItsReadmeNamesAndNobodyElseMayChangeIt() throws Exception {
        ARCHIVE.assertIsWhole(ARCHIVE.unpack(folder));
    }
}
