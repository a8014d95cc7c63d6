package io.snowkeeper.node.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import io.snowkeeper.coordinator.state.OwnDirectory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An append-only file of lines. It is opened with its first line, for appending, and stays open: rotate it by copying
 * and truncating. A line that cannot be written is reported in the log. Thread-safe.
 */
public final class AuditFile implements Consumer<String>, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(AuditFile.class);

    private final Path file;
    private final Opening opening;
    private @Nullable WritableByteChannel channel;
    private boolean failing;
    private final AtomicLong unwritten = new AtomicLong();

    /** Whether the file's last line has no end yet. */
    private boolean cut;

    /** An opening of the file, at its end. */
    @FunctionalInterface
    interface Opening {
        WritableByteChannel open(Path file) throws IOException;
    }

    AuditFile(Path file, Opening opening) {
        this.file = file;
        this.opening = opening;
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
        return new AuditFile(file, AuditFile::append);
    }

    @Override
    public synchronized void accept(String line) {
        try {
            write(line);
            failing = false;
        } catch (IOException e) {
            unwritten.incrementAndGet();
            reopenNextTime();
            // Once, until it goes on: a full disk is full for every line.
            if (!failing) {
                log.error("audit: {} cannot be written, its lines are only in this log: {}", file, e.toString());
            }
            failing = true;
        }
    }

    /** Returns how many lines could not be written. Waits for no line that is being written. */
    long unwritten() {
        return unwritten.get();
    }

    /** A line that a full disk has cut, or a node that has ended, stays a line of its own. */
    private void write(String line) throws IOException {
        WritableByteChannel open = channel;
        if (open == null) {
            cut = endsWithinALine();
            open = opening.open(file);
            channel = open;
        }
        ByteBuffer bytes = UTF_8.encode((cut ? "\n" : "") + line + "\n");
        try {
            while (bytes.hasRemaining()) {
                open.write(bytes);
            }
        } finally {
            if (bytes.position() > 0) {
                cut = bytes.hasRemaining();
            }
        }
    }

    /** A write-only file, or a pipe, cannot be read back: only the writes show it. */
    private boolean endsWithinALine() {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            return cut;
        }
        try (FileChannel read = FileChannel.open(file, READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            return read.size() > 0 && read.read(last, read.size() - 1) == 1 && last.get(0) != '\n';
        } catch (IOException e) {
            return cut;
        }
    }

    /** A new one is for its owner alone. */
    private static WritableByteChannel append(Path file) throws IOException {
        return FileChannel.open(file, Set.of(CREATE, WRITE, APPEND), OwnDirectory.fileRights(file));
    }

    /** The failure may concern this channel alone. */
    private void reopenNextTime() {
        WritableByteChannel broken = channel;
        channel = null;
        try {
            if (broken != null) {
                broken.close();
            }
        } catch (IOException e) {
            log.debug("audit: {} could not be closed", file, e);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        if (channel != null) {
            channel.close();
        }
    }
}
