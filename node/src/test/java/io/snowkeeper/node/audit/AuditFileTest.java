package io.snowkeeper.node.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicInteger;
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
    void aLineThatIsCutDoesNotSpoilTheNextOne() throws IOException {
        AtomicInteger openings = new AtomicInteger();
        try (AuditFile audit = new AuditFile(file, path -> {
            FileChannel appending = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            return openings.incrementAndGet() == 1 ? new FullDisk(appending, 10) : appending;
        })) {
            audit.accept("{\"a\":1}");
            audit.accept("{\"b\":2}");
            audit.accept("{\"c\":3}");
            audit.accept("{\"d\":4}");
        }

        assertThat(file).hasContent("{\"a\":1}\n{\"\n{\"c\":3}\n{\"d\":4}\n");
    }

    @Test
    void aLineThatANodeHasNotEndedDoesNotSpoilTheFirstOneOfTheNext() throws IOException {
        Files.writeString(file, "{\"a\"");
        try (AuditFile audit = AuditFile.of(file)) {
            audit.accept("{}");
        }

        assertThat(file).hasContent("{\"a\"\n{}\n");
    }

    @Test
    void aFileThatCouldNotBeWrittenIsOpenedAnew() throws IOException {
        FullDisk broken = new FullDisk(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND), 0);
        AtomicInteger openings = new AtomicInteger();
        try (AuditFile audit = new AuditFile(
                file,
                path -> openings.incrementAndGet() == 1 ? broken : FileChannel.open(path, StandardOpenOption.APPEND))) {
            audit.accept("{\"a\":1}");
            audit.accept("{\"b\":2}");
        }

        assertThat(file).hasContent("{\"b\":2}\n");
        assertThat(broken.isOpen()).isFalse();
    }

    @Test
    void linesThatCannotBeWrittenAreCounted() throws IOException {
        try (AuditFile audit = new AuditFile(
                file,
                path -> new FullDisk(
                        FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND), 4))) {
            audit.accept("{}");
            assertThat(audit.unwritten()).isZero();
            audit.accept("{}");
            assertThat(audit.unwritten()).isEqualTo(1);
        }
    }

    /** A disk that is full after some bytes. */
    private static final class FullDisk implements WritableByteChannel {

        private final FileChannel channel;
        private int room;

        FullDisk(FileChannel channel, int room) {
            this.channel = channel;
            this.room = room;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (room == 0) {
                throw new IOException("No space left on device");
            }
            ByteBuffer fitting = bytes.slice(bytes.position(), Math.min(room, bytes.remaining()));
            int written = channel.write(fitting);
            bytes.position(bytes.position() + written);
            room -= written;
            return written;
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }

    @Test
    void aFileThatCannotBeWrittenIsRefused() {
        assertThatThrownBy(() -> AuditFile.of(folder)).isInstanceOf(FileSystemException.class);
        assertThatThrownBy(() -> AuditFile.of(folder.resolve("none/audit.log")))
                .isInstanceOf(NoSuchFileException.class);
    }
}
