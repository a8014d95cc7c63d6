package io.snowkeeper.coordinator.state;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import io.snowkeeper.coordinator.StateDirectoryException;
import io.snowkeeper.coordinator.StateDirectoryInUseException;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.store.PayloadCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node's state in one small file, replaced as a whole: written beside it, forced to disk, renamed. Used by one process
 * at a time, which a file lock holds.
 */
public final class StateDirectory implements NodeStateStore {

    public static final String STATE_FILE = "node-state.json";
    public static final String TEMPORARY_FILE = STATE_FILE + ".tmp";

    /** How far sequences have come. */
    public static final String NOTES_FILE = "sequence-notes.json";

    /**
     * Written this far ahead of use, and renewed four times in it: a disk may take 1.5 s over a write without anyone
     * waiting, and after a crash the next process waits 2 s at the most.
     */
    public static final long AHEAD_MILLIS = 2_000;

    /** A marker made by an operator who has restored ZooKeeper from a backup. */
    public static final String RESTORED_FILE = "zookeeper-restored";

    private static final Logger log = LoggerFactory.getLogger(StateDirectory.class);

    private final Path directory;
    private final DirectoryLock lock;
    private final Optional<NodeState> loaded;

    /** An operation on a directory. */
    private interface Use<T> {
        T of(Path absolute) throws IOException;
    }

    private StateDirectory(Path directory, DirectoryLock lock, Optional<NodeState> loaded) {
        this.directory = directory;
        this.lock = lock;
        this.loaded = loaded;
    }

    /**
     * Opens the directory, and makes it where it is missing.
     *
     * @throws StateDirectoryException if it is in use by another process, cannot be made or written, holds a state
     *     that cannot be read, or lies where another user could exchange it
     */
    public static StateDirectory open(Path directory) {
        return orRefusal(directory, absolute -> {
            OwnDirectory.prepare(absolute);
            return open(absolute, DirectoryLock.acquire(absolute).orElseThrow(() -> inUse(absolute)));
        });
    }

    /**
     * Looks whether the directory could be opened. One that is not there is not made.
     *
     * @return whether it is there
     * @throws StateDirectoryInUseException if another process uses it
     * @throws StateDirectoryException if it could not be opened for another reason
     */
    public static boolean check(Path directory) {
        return orRefusal(directory, absolute -> {
            if (Files.exists(absolute)) {
                open(absolute).close();
                return true;
            }
            OwnDirectory.requireCreatable(absolute);
            return false;
        });
    }

    private static StateDirectoryInUseException inUse(Path directory) {
        return new StateDirectoryInUseException(
                directory.resolve(DirectoryLock.LOCK_FILE),
                "the state directory is in use by another node; give each node one of its own");
    }

    private static <T> T orRefusal(Path directory, Use<T> use) {
        Path absolute = directory.toAbsolutePath().normalize();
        try {
            return use.of(absolute);
        } catch (UnsafeDirectoryException e) {
            throw new StateDirectoryException(e.place(), e.problem(), e);
        } catch (IOException e) {
            throw new StateDirectoryException(
                    absolute,
                    "cannot be used as state directory: %s; make it writable or choose another".formatted(reasonOf(e)),
                    e);
        }
    }

    private static StateDirectory open(Path directory, DirectoryLock lock) throws IOException {
        try {
            Optional<NodeState> loaded = read(directory.resolve(STATE_FILE));
            tryToWrite(directory.resolve(TEMPORARY_FILE));
            return new StateDirectory(directory, lock, loaded);
        } catch (StateDirectoryException | IOException e) {
            release(lock);
            throw e;
        }
    }

    @Override
    public Optional<NodeState> load() {
        return loaded;
    }

    @Override
    public void save(NodeState state) throws IOException {
        replace(STATE_FILE, state);
    }

    @Override
    public Optional<SequenceNotes> loadNotes() {
        Path file = directory.resolve(NOTES_FILE);
        try {
            return Optional.of(PayloadCodec.decode(Files.readAllBytes(file), SequenceNotes.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            log.warn("{} cannot be read and is passed over: {}", file, reasonOf(e));
            return Optional.empty();
        }
    }

    @Override
    public void saveNotes(SequenceNotes notes) throws IOException {
        replace(NOTES_FILE, notes);
    }

    @Override
    public boolean saysRestored() {
        return Files.exists(directory.resolve(RESTORED_FILE));
    }

    @Override
    public void restoredIsKnown() throws IOException {
        Files.deleteIfExists(directory.resolve(RESTORED_FILE));
    }

    private void replace(String name, Object content) throws IOException {
        Path file = directory.resolve(name);
        Path temporary = directory.resolve(name + ".tmp");
        try {
            writeForced(temporary, PayloadCodec.encode(content));
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceDirectory();
        } catch (IOException e) {
            String reason = Files.isDirectory(directory) ? reasonOf(e) : "the state directory is gone";
            throw new IOException("%s: cannot be written: %s".formatted(file, reason), e);
        }
    }

    @Override
    public Optional<String> place() {
        return lock.fileKey().flatMap(key -> BootId.current().map(boot -> key + " " + boot));
    }

    @Override
    public long aheadMillis() {
        return AHEAD_MILLIS;
    }

    @Override
    public void close() {
        release(lock);
    }

    /** The rename itself must survive a crash of the machine, not only the file's content. */
    private void forceDirectory() throws IOException {
        try (FileChannel channel = FileChannel.open(directory, READ)) {
            channel.force(true);
        }
    }

    private static void writeForced(Path file, byte[] content) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, Set.of(CREATE, WRITE, TRUNCATE_EXISTING), OwnDirectory.fileRights(file))) {
            ByteBuffer buffer = ByteBuffer.wrap(content);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
            channel.force(true);
        }
    }

    /** A node that cannot keep its state had better say so when it starts, and not after it has claimed a worker id. */
    private static void tryToWrite(Path file) throws IOException {
        writeForced(file, "{}".getBytes(UTF_8));
        Files.delete(file);
    }

    private static Optional<NodeState> read(Path file) {
        try {
            return Optional.of(PayloadCodec.decode(Files.readAllBytes(file), NodeState.class));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new StateDirectoryException(
                    file,
                    "the node's state cannot be read: %s; mend the file, or remove it to start with any free worker id"
                            .formatted(reasonOf(e)),
                    e);
        }
    }

    private static void release(DirectoryLock lock) {
        try {
            lock.close();
        } catch (IOException e) {
            log.warn("lock of the state directory was not released: {}", e.toString());
        }
    }

    private static String reasonOf(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "access denied";
        }
        if (e instanceof FileAlreadyExistsException) {
            return "it is a file";
        }
        if (e instanceof FileSystemException file && file.getReason() != null) {
            return file.getReason();
        }
        return String.valueOf(e.getMessage());
    }
}
