package io.snowkeeper.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.StateDirectoryException;
import io.snowkeeper.coordinator.StateDirectoryInUseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {

    private static final SeenEnsemble SEEN = new SeenEnsemble(900, 7, 800, null);

    private static final NodeState STATE =
            new NodeState("fleet", 17, 3, "claim-1-1", Instant.parse("2026-01-02T03:04:05.678Z"), "here", SEEN);

    @TempDir
    private Path parent;

    @Test
    void aNewDirectoryIsMadeAndHoldsNoState() {
        try (StateDirectory state = StateDirectory.open(parent.resolve("a/b"))) {
            assertThat(state.load()).isEmpty();
        }
    }

    @Test
    void whatWasSavedIsLoadedByTheNext() throws IOException {
        save(STATE);
        try (StateDirectory state = StateDirectory.open(parent)) {
            assertThat(state.load()).contains(STATE);
        }
    }

    @Test
    void theStateCanBeReadByAPerson() throws IOException {
        save(STATE);
        assertThat(stateFile())
                .hasContent(
                        "{\"fleet\":\"fleet\",\"worker\":17,\"slotVersion\":3,\"fence\":\"claim-1-1\","
                                + "\"lastSeen\":\"2026-01-02T03:04:05.678Z\",\"place\":\"here\",\"seen\":{\"transaction\":900,\"slotCreated\":7,\"slotWritten\":800}}");
    }

    @Test
    void nothingIsLeftBesideTheStateAndTheLock() throws IOException {
        save(STATE);
        try (var files = Files.list(parent)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(StateDirectory.STATE_FILE, DirectoryLock.LOCK_FILE);
        }
    }

    @Test
    void aWriteThatWasCutShortBeforeIsPassedOver() throws IOException {
        save(STATE);
        Files.writeString(parent.resolve(StateDirectory.TEMPORARY_FILE), "{\"fleet\":");
        try (StateDirectory state = StateDirectory.open(parent)) {
            assertThat(state.load()).contains(STATE);
        }
    }

    @Test
    void aDirectoryIsHeldByOneNodeAtATime() {
        try (StateDirectory held = StateDirectory.open(parent)) {
            assertThatThrownBy(() -> StateDirectory.open(parent))
                    .isInstanceOf(StateDirectoryException.class)
                    .hasMessage(parent.resolve("lock")
                            + ": the state directory is in use by another node; give each node one of its own");
        }
    }

    @Test
    void aDirectoryIsHeldUnderEachOfItsNames() throws IOException {
        Path link = Files.createSymbolicLink(parent.resolve("link"), Files.createDirectory(parent.resolve("real")));
        try (StateDirectory held = StateDirectory.open(parent.resolve("real"))) {
            assertThatThrownBy(() -> StateDirectory.open(link)).isInstanceOf(StateDirectoryException.class);
        }
    }

    @Test
    void aDirectoryIsFreeWhenItsHolderHasClosedIt() {
        StateDirectory.open(parent).close();
        StateDirectory.open(parent).close();
    }

    @Test
    void aDirectoryIsFreeAfterItCouldNotBeOpened() throws IOException {
        Files.writeString(stateFile(), "garbage");
        assertThatThrownBy(() -> StateDirectory.open(parent)).isInstanceOf(StateDirectoryException.class);
        Files.delete(stateFile());
        StateDirectory.open(parent).close();
    }

    @Test
    void toCheckADirectoryThatIsMissingMakesNone() {
        assertThat(StateDirectory.check(parent.resolve("a/b"))).isFalse();
        assertThat(parent.resolve("a")).doesNotExist();
    }

    @Test
    void toCheckADirectoryLeavesItFree() throws IOException {
        save(STATE);

        assertThat(StateDirectory.check(parent)).isTrue();
        try (StateDirectory state = StateDirectory.open(parent)) {
            assertThat(state.load()).contains(STATE);
        }
    }

    @Test
    void aDirectoryThatIsHeldIsToldApartFromOneThatCannotBeUsed() throws IOException {
        try (StateDirectory held = StateDirectory.open(parent)) {
            assertThatThrownBy(() -> StateDirectory.check(parent)).isInstanceOf(StateDirectoryInUseException.class);
        }
        Path file = Files.createFile(parent.resolve("file"));
        assertThatThrownBy(() -> StateDirectory.check(file.resolve("below")))
                .isInstanceOf(StateDirectoryException.class)
                .isNotInstanceOf(StateDirectoryInUseException.class)
                .hasMessage(file.resolve("below")
                        + ": cannot be used as state directory: it is a file; make it writable or choose another");
    }

    @Test
    void aCopyIsAnotherPlace() throws IOException {
        try (StateDirectory original = StateDirectory.open(parent);
                StateDirectory copy = StateDirectory.open(parent.resolve("copy"))) {
            assertThat(copy.place()).isPresent().isNotEqualTo(original.place());
        }
    }

    @Test
    void aDirectoryIsTheSamePlaceWhenItIsOpenedAgain() {
        StateDirectory first = StateDirectory.open(parent);
        first.close();
        try (StateDirectory second = StateDirectory.open(parent)) {
            assertThat(second.place()).isEqualTo(first.place());
        }
    }

    @Test
    void anUnreadableStateIsRefusedAndTheFileNamed() throws IOException {
        Files.writeString(stateFile(), "garbage");
        assertUnreadable();
    }

    @Test
    void anEmptyStateIsRefusedAndTheFileNamed() throws IOException {
        Files.writeString(stateFile(), "");
        assertUnreadable();
    }

    private void saveWithTime(String time) throws IOException {
        save(STATE);
        Files.writeString(stateFile(), Files.readString(stateFile()).replace("\"2026-01-02T03:04:05.678Z\"", time));
    }

    @Test
    void aStateWithoutATimeIsRefused() throws IOException {
        saveWithTime("null");
        assertUnreadable();
    }

    @Test
    void aStateWithATimeThatNobodyCanCountWithIsRefused() throws IOException {
        saveWithTime("\"+999999999-01-01T00:00:00Z\"");
        assertRefused(stateFile()
                + ": the node's state cannot be read: must be >= 1970-01-01T00:00:00Z && <= +100000-01-01T00:00:00Z:"
                + " lastSeen=+999999999-01-01T00:00:00Z; mend the file, or remove it to start with any free worker id");
    }

    @Test
    void aStateThatIsFollowedBySomethingElseIsRefused() throws IOException {
        save(STATE);
        Files.writeString(stateFile(), Files.readString(stateFile()) + "}");
        assertThatThrownBy(() -> StateDirectory.open(parent)).isInstanceOf(StateDirectoryException.class);
    }

    @Test
    void aDirectoryThatCannotBeMadeIsRefused() {
        Path directory = Path.of("/sys/kernel/snowkeeper");
        assertThatThrownBy(() -> StateDirectory.open(directory))
                .isInstanceOf(StateDirectoryException.class)
                .message()
                .startsWith("/sys/kernel/snowkeeper: cannot be used as state directory: ")
                .endsWith("; make it writable or choose another");
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsRefused() {
        assertThatThrownBy(() -> StateDirectory.open(Path.of("/sys/kernel")))
                .isInstanceOf(StateDirectoryException.class)
                .hasMessage(
                        "/sys/kernel: cannot be used as state directory: access denied; make it writable or choose another");
    }

    @Test
    void aFileIsNoStateDirectory() throws IOException {
        Path file = Files.createFile(parent.resolve("file"));
        assertThatThrownBy(() -> StateDirectory.open(file))
                .isInstanceOf(StateDirectoryException.class)
                .hasMessage(
                        file + ": cannot be used as state directory: it is a file; make it writable or choose another");
    }

    @Test
    void aPathBelowAFileIsNoStateDirectory() throws IOException {
        Path below = Files.createFile(parent.resolve("file")).resolve("state");
        assertThatThrownBy(() -> StateDirectory.open(below))
                .isInstanceOf(StateDirectoryException.class)
                .hasMessage(below
                        + ": cannot be used as state directory: Not a directory; make it writable or choose another");
    }

    @Test
    void aFullDiskIsFoundAtTheStart() throws IOException {
        Files.createSymbolicLink(parent.resolve(StateDirectory.TEMPORARY_FILE), Path.of("/dev/full"));
        assertRefused(parent + ": cannot be used as state directory: ", "; make it writable or choose another");
    }

    @Test
    void aFullDiskLeavesTheStateAsItWas() throws IOException {
        save(STATE);
        try (StateDirectory state = StateDirectory.open(parent)) {
            Files.createSymbolicLink(parent.resolve(StateDirectory.TEMPORARY_FILE), Path.of("/dev/full"));
            NodeState next = new NodeState("fleet", 18, 0, "claim-1-2", Instant.EPOCH, "here", SEEN);
            assertThatThrownBy(() -> state.save(next))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(stateFile() + ": cannot be written: ");
        }
        Files.delete(parent.resolve(StateDirectory.TEMPORARY_FILE));
        try (StateDirectory state = StateDirectory.open(parent)) {
            assertThat(state.load()).contains(STATE);
        }
    }

    private void assertUnreadable() {
        assertRefused(
                stateFile() + ": the node's state cannot be read: ",
                "; mend the file, or remove it to start with any free worker id");
    }

    /** Between the two stand words of a library or of the operating system, each version's own. */
    private void assertRefused(String start, String end) {
        assertThatThrownBy(() -> StateDirectory.open(parent))
                .isInstanceOf(StateDirectoryException.class)
                .hasMessageStartingWith(start)
                .hasMessageEndingWith(end);
    }

    private void assertRefused(String message) {
        assertThatThrownBy(() -> StateDirectory.open(parent))
                .isInstanceOf(StateDirectoryException.class)
                .hasMessage(message);
    }

    private void save(NodeState state) throws IOException {
        try (StateDirectory directory = StateDirectory.open(parent)) {
            directory.save(state);
        }
    }

    private Path stateFile() {
        return parent.resolve(StateDirectory.STATE_FILE);
    }
}
