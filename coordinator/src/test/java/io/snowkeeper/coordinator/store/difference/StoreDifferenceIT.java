package io.snowkeeper.coordinator.store.difference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Test;

/** What comes of random scripts in memory, and of the same ones in one ZooKeeper server: other scripts each time. */
class StoreDifferenceIT {

    private static final int TICK_MILLIS = 500;

    @Test
    void theStoreInMemoryAnswersAsZooKeeperDoes() throws Exception {
        Seeds seeds = Seeds.fresh(200);
        try (TestingServer server =
                        new TestingServer(new InstanceSpec(null, -1, -1, -1, true, -1, TICK_MILLIS, -1), true);
                Stage zooKeeper = new ZooKeeperStage(List.of(server.getPort()));
                Stage memory = new MemoryStage()) {
            assertThat(new Comparison(zooKeeper, memory).of(seeds)).isEmpty();
        }
    }
}
