package io.snowkeeper.coordinator.store.difference;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.extent.Extent;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The outcomes of random scripts in memory and in ZooKeeper, where versions and numbers of children are near 2^31. */
class OldRecordsDifferenceIT {

    @TempDir
    private Path folder;

    @Test
    void theStoreInMemoryAnswersAsZooKeeperDoes() throws Exception {
        try (AgingServer server = new AgingServer(folder);
                Stage zooKeeper = new ZooKeeperStage(List.of(server.port()), server::age);
                Stage memory = new MemoryStage()) {
            assertThat(new Comparison(zooKeeper, memory)
                            .of(Seeds.fresh(Extent.of(25, 100)), ScriptWriter::writeOfOldRecords))
                    .isEmpty();
        }
    }
}
