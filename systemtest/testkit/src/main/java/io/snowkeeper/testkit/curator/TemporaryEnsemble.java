package io.snowkeeper.testkit.curator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;

/** ZooKeeper servers in the process of the test that have a folder of their own for all of their files, deleted when they are closed. */
public final class TemporaryEnsemble extends TestingCluster {

    private final List<Path> folders;

    private TemporaryEnsemble(List<Path> folders) {
        super(folders.stream().map(TemporaryZooKeeper::member).toArray(InstanceSpec[]::new));
        this.folders = folders;
    }

    /** Makes an ensemble of {@code servers}, which {@link #start} starts. */
    public static TemporaryEnsemble of(int servers) throws IOException {
        List<Path> folders = new ArrayList<>();
        for (int i = 0; i < servers; i++) {
            folders.add(TemporaryZooKeeper.folder());
        }
        return new TemporaryEnsemble(folders);
    }

    @Override
    public void close() throws IOException {
        super.close();
        for (Path folder : folders) {
            TemporaryZooKeeper.delete(folder);
        }
    }
}
