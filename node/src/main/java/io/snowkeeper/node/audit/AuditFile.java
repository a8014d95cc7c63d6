package io.snowkeeper.node.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of lines that only grows at its end. It is opened with its first line, for appending, and stays open: whoever rotates it
 * copies and truncates it. A line that cannot be written is told in the log. Thread-safe.
 */
public final class AuditFile implements Consumer<String>, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AuditFile.class);

    private final Path file;
    private @Nullable FileChannel channel;
    private boolean failing;

    private AuditFile(Path file) {
        this.file = file;
    }

    /**
     * Looks whether a file can be written, and makes none.
     *
     * @throws IOException if it cannot
     */
    public static AuditFile of(Path file) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new FileSystemException(file.toString(), null, "is a folder");
        }
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(file.toString());
        }
        if (!Files.isWritable(Files.exists(file) ? file : folder)) {
            throw new AccessDeniedException(file.toString());
        }
        return new AuditFile(file);
    }

    @Override
    public synchronized void accept(String line) {
        ByteBuffer bytes = UTF_8.encode(line + "\n");
        try {
            FileChannel open = open();
            while (bytes.hasRemaining()) {
                open.write(bytes);
            }
            failing = false;
        } catch (IOException e) {
            // Once, until it goes on: a full disk is full for every line.
            if (!failing) {
                log.error("audit: {} cannot be written, its lines are in this log alone: {}", file, e.toString());
            }
            failing = true;
        }
    }

    /** A new one is for its owner alone. */
    private FileChannel open() throws IOException {
        FileChannel open = channel;
        if (open == null) {
            boolean posix =
                    FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
            FileAttribute<?>[] ownersAlone = posix
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                    }
                    : new FileAttribute<?>[0];
            open = FileChannel.open(file, Set.of(CREATE, WRITE, APPEND), ownersAlone);
            channel = open;
        }
        return open;
    }

    @Override
    public synchronized void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
