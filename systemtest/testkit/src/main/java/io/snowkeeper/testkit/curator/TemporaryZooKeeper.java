package io.snowkeeper.testkit.curator;

import io.snowkeeper.testkit.disk.MemoryFolder;
import io.snowkeeper.testkit.net.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.curator.test.DirectoryUtils;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;

/**
 * A ZooKeeper server in the process of the test that has a folder of its own for all of its files, deleted when it is closed.
 * ZooKeeper puts a file with its configuration beside its data at each start, and never deletes it.
 * After a stop, it finds its port again.
 */
public final class TemporaryZooKeeper extends TestingServer {

    private static final int ANY = -1;
    private static final int USUAL = -1;
    private static final String LOOPBACK = "127.0.0.1";

    private final Path folder;

    private TemporaryZooKeeper(Path folder, InstanceSpec spec) throws Exception {
        super(spec, true);
        this.folder = folder;
    }

    /** Starts one on any port. */
    public static TemporaryZooKeeper onAnyPort() throws Exception {
        return started(Ports.next(), USUAL);
    }

    /** Starts one on a port, where one was that is closed. */
    public static TemporaryZooKeeper onPort(int port) throws Exception {
        return started(port, USUAL);
    }

    /** Starts one on any port that checks sessions once in {@code millis}. */
    public static TemporaryZooKeeper withTick(int millis) throws Exception {
        return started(Ports.next(), millis);
    }

    /** Starts one on any port for {@link SharedZooKeeper}. */
    static TemporaryZooKeeper forManyTests() throws Exception {
        Path folder = folder();
        return new TemporaryZooKeeper(
                folder,
                new InstanceSpec(
                        data(folder).toFile(), ANY, ANY, ANY, true, ANY, 500, 0, SharedZooKeeper.settings(), LOOPBACK));
    }

    private static TemporaryZooKeeper started(int port, int tickMillis) throws Exception {
        Path folder = folder();
        return new TemporaryZooKeeper(folder, spec(folder, port, tickMillis));
    }

    static Path folder() throws IOException {
        Path folder = MemoryFolder.create("snowkeeper-zookeeper");
        Files.createDirectory(data(folder));
        return folder;
    }

    private static Path data(Path folder) {
        return folder.resolve("data");
    }

    static InstanceSpec spec(Path folder, int port, int tickMillis) {
        return new InstanceSpec(data(folder).toFile(), port, ANY, ANY, true, ANY, tickMillis, USUAL);
    }

    /** Returns that of a member of an ensemble, of whose three ports no two may be alike: ports that are any may be. */
    static InstanceSpec member(Path folder) {
        return new InstanceSpec(
                data(folder).toFile(), Ports.next(), Ports.next(), Ports.next(), true, ANY, USUAL, USUAL);
    }

    @Override
    public void close() throws IOException {
        super.close();
        delete(folder);
    }

    static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            DirectoryUtils.deleteRecursively(folder.toFile());
        }
    }
}
