package io.snowkeeper.coordinator.store.difference;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.curator.TemporaryEnsemble;
import java.util.List;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The outcomes of random scripts in memory, and of the same ones in three ZooKeeper servers of which each client has
 * another one: other scripts each time, for half an hour. Run by hand, on a quiet machine: a busy one loses
 * connections.
 */
@Tag("system")
class EnsembleStoreComparison {

    @Test
    void theStoreInMemoryAnswersAsZooKeeperDoes() throws Exception {
        Seeds seeds = Seeds.fresh(10_000);
        try (TestingCluster cluster = TemporaryEnsemble.of(3)) {
            cluster.start();
            List<Integer> ports =
                    cluster.getInstances().stream().map(InstanceSpec::getPort).toList();
            try (Stage zooKeeper = new ZooKeeperStage(ports);
                    Stage memory = new MemoryStage()) {
                assertThat(new Comparison(zooKeeper, memory).of(seeds)).isEmpty();
            }
        }
    }
}
