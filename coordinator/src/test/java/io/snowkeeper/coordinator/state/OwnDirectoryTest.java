package io.snowkeeper.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The accepted owners of directories. A test defines strangers by listing the trusted owners. */
class OwnDirectoryTest {

    @TempDir
    private Path parent;

    private final Set<Integer> trusted = new HashSet<>();
    private final OwnDirectory directory = new OwnDirectory(trusted::contains);

    @BeforeEach
    void trustOurselves() throws IOException {
        trusted.add((Integer) Files.getAttribute(parent, "unix:uid"));
    }

    private void trustNobody() {
        trusted.clear();
    }

    private static String rights(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private Path made(String name, String rights) throws IOException {
        Path made = Files.createDirectory(parent.resolve(name));
        Files.setPosixFilePermissions(made, PosixFilePermissions.fromString(rights));
        return made;
    }

    private Path sticky(String name) throws IOException {
        Path made = made(name, "rwxrwxrwx");
        Files.setAttribute(made, "unix:mode", 01777);
        return made;
    }

    private void assertRefused(Path asked, Path place, String problem) {
        assertThatThrownBy(() -> directory.make(asked))
                .isInstanceOf(UnsafeDirectoryException.class)
                .hasMessageStartingWith(place + ": ")
                .hasMessageContaining(problem);
    }

    @Test
    void whatIsMadeIsTheOwnersAlone() throws IOException {
        directory.make(parent.resolve("a/b"));
        assertThat(rights(parent.resolve("a"))).isEqualTo("rwx------");
        assertThat(rights(parent.resolve("a/b"))).isEqualTo("rwx------");
    }

    @Test
    void whatIsThereKeepsItsRights() throws IOException {
        Path present = made("a", "rwxrwxr-x");
        directory.make(present.resolve("b"));
        directory.make(present);
        assertThat(rights(present)).isEqualTo("rwxrwxr-x");
    }

    @Test
    void aDirectoryOfAnotherUserIsRefused() throws IOException {
        Path present = made("a", "rwxr-xr-x");
        trustNobody();
        assertRefused(present, present, "the directory belongs to another user, " + Files.getOwner(present));
    }

    @Test
    void aDirectoryThatAllMayWriteToIsRefused() throws IOException {
        Path present = made("a", "rwxrwxrwx");
        assertRefused(present, present, "all users may write to this directory");
    }

    @Test
    void nothingIsMadeInADirectoryThatAllMayWriteTo() throws IOException {
        Path open = made("a", "rwxrwxrwx");
        assertRefused(open.resolve("b/c"), open, "remove that right by chmod o-w, or choose another directory");
        assertThat(open.resolve("b")).doesNotExist();
    }

    @Test
    void whereAllMayWriteButNotToWhatIsOthersADirectoryIsMade() throws IOException {
        Path open = sticky("tmp");
        directory.make(open.resolve("a/b"));
        directory.make(open.resolve("a/b"));
        assertThat(rights(open.resolve("a"))).isEqualTo("rwx------");
    }

    @Test
    void whatAnotherUserHasMadeThereIsNotEntered() throws IOException {
        Path others = Files.createDirectory(sticky("tmp").resolve("a"));
        trustNobody();
        assertRefused(others.resolve("b"), others, "has made it in a directory that all users may write to");
    }

    @Test
    void aLinkOfAnotherUserIsRefusedWhereverItStandsOnTheWay() throws IOException {
        Files.createDirectory(parent.resolve("target"));
        Path link = Files.createSymbolicLink(parent.resolve("link"), parent.resolve("target"));
        trustNobody();
        assertRefused(link.resolve("a"), link, "it is a symbolic link that another user, ");
        assertRefused(link, link, "it is a symbolic link that another user, ");
    }

    @Test
    void aLinkOfOursLeadsWhereItLeads() throws IOException {
        Path target = Files.createDirectory(parent.resolve("target"));
        Files.createSymbolicLink(parent.resolve("link"), target);
        directory.make(parent.resolve("link/a"));
        assertThat(target.resolve("a")).isDirectory();
    }

    @Test
    void aLinkOfOursDoesNotLeadWhereAllMayWrite() throws IOException {
        Path open = made("open", "rwxrwxrwx");
        Path target = Files.createDirectory(open.resolve("target"));
        Path link = Files.createSymbolicLink(parent.resolve("link"), target);
        assertRefused(link, open, "all users may write to this directory");
    }

    /** As Kubernetes mounts an emptyDir: root's, and open to all. This one is there on every Linux. */
    @Test
    void theRootOfAVolumeIsTakenWhoeverMountedIt() {
        trustNobody();
        assertThatCode(() -> directory.make(Path.of("/proc"))).doesNotThrowAnyException();
    }

    @Test
    void aDirectoryOfTheProgramItselfIsClosedToOthers() throws IOException {
        Path present = made("version-2", "rwxr-xr-x");
        OwnDirectory.closeToOthers(present);
        assertThat(rights(present)).isEqualTo("rwx------");
    }

    @Test
    void stateAndLockAreTheOwnersAlone() throws Exception {
        Path state = parent.resolve("state");
        try (StateDirectory open = StateDirectory.open(state)) {
            open.save(new NodeState("fleet", 1, 1, "claim", Instant.EPOCH, "here", new SeenEnsemble(2, 1, 2, null)));
            for (String file : new String[] {StateDirectory.STATE_FILE, DirectoryLock.LOCK_FILE}) {
                assertThat(rights(state.resolve(file))).isEqualTo("rw-------");
            }
        }
    }
}
