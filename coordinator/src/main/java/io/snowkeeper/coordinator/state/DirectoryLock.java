package io.snowkeeper.coordinator.state;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.snowkeeper.coordinator.StateDirectoryException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A lock that holds a directory for one node alone, until it is closed or the process ends. */
final class DirectoryLock implements AutoCloseable {

    static final String LOCK_FILE = "lock";

    /**
     * The directories that this process holds. A POSIX lock is dropped when the process closes any descriptor of the file,
     * so the file must not even be opened a second time.
     */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final FileChannel channel;
    private final @Nullable Object fileKey;

    private DirectoryLock(Path directory, FileChannel channel, @Nullable Object fileKey) {
        this.directory = directory;
        this.channel = channel;
        this.fileKey = fileKey;
    }

    /**
     * @throws StateDirectoryException if the directory is in use
     * @throws IOException if the lock file cannot be made
     */
    static DirectoryLock acquire(Path directory) throws IOException {
        Path real = directory.toRealPath();
        if (!HELD_HERE.add(real)) {
            throw inUse(directory);
        }
        try {
            return lock(real).orElseThrow(() -> inUse(directory));
        } catch (IOException | RuntimeException e) {
            HELD_HERE.remove(real);
            throw e;
        }
    }

    /** Returns what tells the directory from a copy of it: the lock file's identity in the file system, if it has one. */
    Optional<String> fileKey() {
        return Optional.ofNullable(fileKey).map(Object::toString);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        HELD_HERE.remove(directory);
    }

    private static Optional<DirectoryLock> lock(Path directory) throws IOException {
        Path file = directory.resolve(LOCK_FILE);
        FileChannel channel = FileChannel.open(file, Set.of(CREATE, WRITE), OwnDirectory.fileRights(file));
        try {
            if (channel.tryLock() != null) {
                Object fileKey =
                        Files.readAttributes(file, BasicFileAttributes.class).fileKey();
                return Optional.of(new DirectoryLock(directory, channel, fileKey));
            }
        } catch (OverlappingFileLockException e) {
            // Held by this process under another path.
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }

    private static StateDirectoryException inUse(Path directory) {
        return new StateDirectoryException(
                directory.resolve(LOCK_FILE),
                "the state directory is in use by another node; give each node one of its own");
    }
}
