package io.snowkeeper.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.state.StateDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryCheckTest {

    private static final Port LINE = new Port(Port.Kind.LINE, "127.0.0.1", 7070);

    @TempDir
    private Path folder;

    private final FakeNeighbours neighbours = new FakeNeighbours();

    private List<Finding> look(Path directory, boolean tls, String fileSystem) {
        RunningNode node = new RunningNode("n1", LINE, tls, neighbours);
        return new StateDirectoryCheck(Optional.of(directory), node, path -> Optional.of(fileSystem)).look();
    }

    private Finding look(Path directory) {
        List<Finding> findings = look(directory, false, "ext4");
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    @Test
    void oneThatIsThereIsFineAndStaysFree() {
        assertThat(look(folder))
                .isEqualTo(Finding.ok("state directory", folder + " exists, and only this user can write to it"));
        StateDirectory.open(folder).close();
    }

    @Test
    void oneThatIsMissingIsNotMade() {
        Path missing = folder.resolve("a/n1");

        assertThat(look(missing))
                .isEqualTo(Finding.ok("state directory", missing + " does not exist, and the node can create it"));
        assertThat(folder.resolve("a")).doesNotExist();
    }

    @Test
    void oneThatCannotBeUsedIsTold() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThat(look(file)).satisfies(finding -> {
            assertThat(finding.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(finding.text())
                    .isEqualTo(
                            file
                                    + ": cannot be used as state directory: it is a file; make it writable or choose another; if the node runs as another user, run doctor as that user");
        });
    }

    @Test
    void oneThatIsInUseIsFineIfTheNodeItselfRuns() {
        try (StateDirectory held = StateDirectory.open(folder)) {
            neighbours.node(7070, "n1");

            assertThat(look(folder))
                    .isEqualTo(Finding.ok("state directory", folder + " is in use by node n1, which runs"));
        }
    }

    @Test
    void oneThatAnotherNodeUsesIsNotFine() {
        try (StateDirectory held = StateDirectory.open(folder)) {
            neighbours.node(7070, "n2");

            assertThat(look(folder))
                    .isEqualTo(
                            Finding.failed(
                                    "state directory",
                                    folder.resolve("lock")
                                            + ": the state directory is in use by another node; give each node one of its own"));
        }
    }

    @Test
    void whoUsesItIsNotKnownOverTls() {
        try (StateDirectory held = StateDirectory.open(folder)) {
            neighbours.other(7070);

            assertThat(look(folder, true, "ext4")).singleElement().satisfies(finding -> {
                assertThat(finding.outcome()).isEqualTo(Outcome.WARNING);
                assertThat(finding.text()).endsWith(", unless it is this one that runs");
            });
        }
    }

    @Test
    void oneInMemoryIsWarnedOf() {
        assertThat(look(folder, false, "tmpfs"))
                .element(1)
                .isEqualTo(
                        Finding.warning(
                                "state directory",
                                folder
                                        + " is on tmpfs, and gone after a restart of the machine; choose a directory on a disk with --state-dir"));
    }

    @Test
    void noneIsFine() {
        assertThat(new StateDirectoryCheck(Optional.empty(), new RunningNode("n1", LINE, false, neighbours)).look())
                .singleElement()
                .satisfies(finding -> assertThat(finding.outcome()).isEqualTo(Outcome.OK));
    }
}
