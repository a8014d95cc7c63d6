package io.snowkeeper.coordinator.zookeeper;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import io.snowkeeper.coordinator.StateDirectoryException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/** Holds a directory for this process alone, until it is closed or the process ends. */
final class DirectoryLock implements AutoCloseable {

    static final String LOCK_FILE = "lock";

    private final FileChannel channel;
    private final String place;

    private DirectoryLock(FileChannel channel, String place) {
        this.channel = channel;
        this.place = place;
    }

    /**
     * @throws StateDirectoryException if another process has the directory
     * @throws IOException if the lock file cannot be made
     */
    static DirectoryLock acquire(Path directory) throws IOException {
        Path file = directory.resolve(LOCK_FILE);
        FileChannel channel = FileChannel.open(file, CREATE, WRITE);
        if (!tryLock(channel)) {
            channel.close();
            throw new StateDirectoryException(
                    file, "the state directory is in use by another process; give each node one of its own");
        }
        Object fileKey = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return new DirectoryLock(channel, Objects.toString(fileKey, ""));
    }

    /** Returns what tells this directory from a copy of it: the lock file's identity in the file system. */
    String place() {
        return place;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException e) {
            return false;
        }
    }
}
