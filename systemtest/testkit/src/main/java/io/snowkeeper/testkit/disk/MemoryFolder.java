package io.snowkeeper.testkit.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * A folder in memory for the files of a test, or on disk where there is no room. A forced write to a disk that others
 * use may take seconds; nodes refuse then, as they must, which is not the subject of most tests. Processes that are
 * killed find their files again in memory as they do on a disk. Tests with large files, or programs run from the
 * folder, use {@link TempDirFactory.Standard}.
 */
public final class MemoryFolder implements TempDirFactory {

    private static final Path MEMORY = Path.of("/dev/shm");
    private static final long ROOM = 4L << 30;

    /** Makes one that the caller deletes. */
    public static Path create(String prefix) throws IOException {
        return hasRoom() ? Files.createTempDirectory(MEMORY, prefix) : Files.createTempDirectory(prefix);
    }

    private static boolean hasRoom() throws IOException {
        return Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() >= ROOM;
    }

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        return create("junit-");
    }
}
