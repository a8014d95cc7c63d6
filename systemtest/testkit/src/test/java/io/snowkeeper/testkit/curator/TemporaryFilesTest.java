package io.snowkeeper.testkit.curator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.apache.curator.test.InstanceSpec;
import org.junit.jupiter.api.Test;

class TemporaryFilesTest {

    @Test
    void aServerThatWasStartedTwiceLeavesNoFiles() throws Exception {
        Path folder;
        try (TemporaryZooKeeper zooKeeper = TemporaryZooKeeper.onAnyPort()) {
            folder = zooKeeper.getTempDirectory().toPath().getParent();
            zooKeeper.restart();
            assertThat(folder)
                    .isDirectoryContaining(file -> file.toString().endsWith(".properties"))
                    .isDirectoryContaining(file -> file.endsWith("data"));
        }

        assertThat(folder).doesNotExist();
    }

    @Test
    void anEnsembleLeavesNoFiles() throws Exception {
        List<Path> folders;
        try (TemporaryEnsemble ensemble = TemporaryEnsemble.of(3)) {
            ensemble.start();
            folders = ensemble.getInstances().stream()
                    .map(InstanceSpec::getDataDirectory)
                    .map(data -> data.toPath().getParent())
                    .toList();
            assertThat(folders)
                    .hasSize(3)
                    .allSatisfy(folder -> assertThat(folder)
                            .isDirectoryContaining(file -> file.toString().endsWith(".properties")));
        }

        assertThat(folders).allSatisfy(folder -> assertThat(folder).doesNotExist());
    }
}
