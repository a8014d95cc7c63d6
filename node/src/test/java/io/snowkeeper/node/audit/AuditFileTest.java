package io.snowkeeper.node.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditFileTest {

    @TempDir
    private Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("audit.log");
    }

    @Test
    void linesAreAddedToWhatThereIs() throws IOException {
        Files.writeString(file, "before\n");
        try (AuditFile audit = AuditFile.of(file)) {
            audit.accept("{\"a\":1}");
            audit.accept("{\"b\":\"ü\"}");
        }

        assertThat(file).hasContent("before\n{\"a\":1}\n{\"b\":\"ü\"}\n");
    }

    @Test
    void aNewFileIsItsOwnersAlone() throws IOException {
        try (AuditFile audit = AuditFile.of(file)) {
            assertThat(file).doesNotExist();
            audit.accept("{}");
        }

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void aFileThatIsTruncatedGoesOnAtItsBeginning() throws IOException {
        try (AuditFile audit = AuditFile.of(file)) {
            audit.accept("old");
            try (FileChannel rotating = FileChannel.open(file, StandardOpenOption.WRITE)) {
                rotating.truncate(0);
            }
            audit.accept("new");
        }

        assertThat(file).hasContent("new\n");
    }

    @Test
    void aFileThatCannotBeWrittenIsRefused() {
        assertThatThrownBy(() -> AuditFile.of(folder)).isInstanceOf(FileSystemException.class);
        assertThatThrownBy(() -> AuditFile.of(folder.resolve("none/audit.log")))
                .isInstanceOf(NoSuchFileException.class);
    }
}
