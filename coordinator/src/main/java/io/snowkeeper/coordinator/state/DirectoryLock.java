package io.snowkeeper.coordinator.state;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

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

/**
 * A lock that holds a directory for one node or one ZooKeeper server alone, until it is closed or the process ends: a lock of the
 * operating system on the file {@value #LOCK_FILE} in it. Thread-safe.
 */
public final class DirectoryLock implements AutoCloseable {

    static final String LOCK_FILE = "lock";

    /**
     * The directories that this process holds, each a system property: other class loaders have other static fields. A POSIX lock is
     * dropped when the process closes any descriptor of the file, so the file must not even be opened a second time.
     */
    private static final String HELD_HERE = "io.snowkeeper.held.";

    /** Channels that were opened in spite of that, never to be closed. */
    private static final Set<FileChannel> KEPT_OPEN = ConcurrentHashMap.newKeySet();

    private final String heldHere;
    private final FileChannel channel;
    private final @Nullable Object fileKey;

    private DirectoryLock(String heldHere, FileChannel channel, @Nullable Object fileKey) {
        this.heldHere = heldHere;
        this.channel = channel;
        this.fileKey = fileKey;
    }

    /**
     * Returns the lock of a directory that exists, empty if the directory is in use, by this process or another one. A second try in
     * one process leaves the first lock as it is.
     *
     * @throws IOException if the lock file cannot be made
     */
    public static Optional<DirectoryLock> acquire(Path directory) throws IOException {
        Path real = directory.toRealPath();
        String held = HELD_HERE + identity(real);
        if (System.getProperties().putIfAbsent(held, real.toString()) != null) {
            return Optional.empty();
        }
        Optional<DirectoryLock> lock = Optional.empty();
        try {
            lock = lock(real, held);
            return lock;
        } finally {
            if (lock.isEmpty()) {
                System.clearProperty(held);
            }
        }
    }

    /** Returns an identity that is the same for every path to a directory: a mount may show it twice. */
    private static String identity(Path real) throws IOException {
        Object key = Files.readAttributes(real, BasicFileAttributes.class).fileKey();
        return key == null ? real.toString() : key.toString();
    }

    /**
     * Returns an identity that distinguishes the directory from a copy of it: the lock file's identity in the file
     * system, if it has one.
     */
    Optional<String> fileKey() {
        return Optional.ofNullable(fileKey).map(Object::toString);
    }

    @Override
    public void close() throws IOException {
        channel.close();
        System.clearProperty(heldHere);
    }

    private static Optional<DirectoryLock> lock(Path directory, String heldHere) throws IOException {
        Path file = directory.resolve(LOCK_FILE);
        FileChannel channel = FileChannel.open(file, Set.of(CREATE, WRITE), OwnDirectory.fileRights(file));
        try {
            if (channel.tryLock() != null) {
                Object fileKey =
                        Files.readAttributes(file, BasicFileAttributes.class).fileKey();
                return Optional.of(new DirectoryLock(heldHere, channel, fileKey));
            }
        } catch (OverlappingFileLockException e) {
            // Held by this process, which would lose it.
            KEPT_OPEN.add(channel);
            return Optional.empty();
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        channel.close();
        return Optional.empty();
    }
}
