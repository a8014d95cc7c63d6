package io.snowkeeper.testkit.node;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The classes of the program in the form in which a JVM keeps them, in a file beside the jar. The first test that starts a
 * node makes it, and all processes after it share it: a start takes two thirds of the processor's time.
 */
final class ClassArchive {

    private ClassArchive() {}

    /**
     * Returns the option that uses the archive, which is made if there is none of this jar and this Java.
     *
     * @param options of the JVMs that will use it
     */
    static synchronized String option(List<String> options) throws IOException {
        Path jar = NodeProcess.jar();
        Path folder = Files.createDirectories(jar.resolveSibling("class-archive"));
        Path archive = folder.resolve(System.getProperty("java.vm.version") + ".jsa");
        if (!isOf(jar, archive)) {
            try (FileChannel lock = FileChannel.open(
                            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock held = lock.lock()) {
                if (held.isValid() && !isOf(jar, archive)) {
                    make(options, folder, archive);
                }
            }
        }
        return "-XX:SharedArchiveFile=" + archive;
    }

    private static boolean isOf(Path jar, Path archive) throws IOException {
        return Files.exists(archive)
                && Files.getLastModifiedTime(archive).compareTo(Files.getLastModifiedTime(jar)) > 0;
    }

    /** Runs a node until it serves: it has loaded the same classes as others, then. */
    private static void make(List<String> options, Path folder, Path archive) throws IOException {
        Path unfinished = folder.resolve("unfinished.jsa");
        Files.deleteIfExists(unfinished);
        List<String> recording = new ArrayList<>(options);
        recording.add("-XX:ArchiveClassesAtExit=" + unfinished);
        NodeProcess node = NodeProcess.startWith(
                Files.createTempDirectory(folder, "node"),
                recording,
                List.of("serve", "--port", "0", "--embedded-zookeeper-port", "0", "--name", "n1"));
        try (node) {
            node.awaitWorkerId();
            node.stop();
            Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
