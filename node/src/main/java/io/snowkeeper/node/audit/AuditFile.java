package io.snowkeeper.node.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file of lines that only grows at its end. It is opened once, for appending: whoever rotates it copies and truncates it. A
 * line that cannot be written is told in the log. Thread-safe.
 */
public final class AuditFile implements Consumer<String>, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AuditFile.class);

    private final Path file;
    private final FileChannel channel;
    private boolean failing;

    private AuditFile(Path file, FileChannel channel) {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Opens a file; a new one is for its owner alone.
     *
     * @throws IOException if it cannot be written
     */
    public static AuditFile open(Path file) throws IOException {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] ownersAlone = posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
        return new AuditFile(file, FileChannel.open(file, Set.of(CREATE, WRITE, APPEND), ownersAlone));
    }

    @Override
    public synchronized void accept(String line) {
        ByteBuffer bytes = UTF_8.encode(line + "\n");
        try {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
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

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }
}
