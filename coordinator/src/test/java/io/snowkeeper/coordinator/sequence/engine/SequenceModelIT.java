package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The model on a real ZooKeeper, for few runs: {@link SequenceModelTest} makes many. */
class SequenceModelIT extends SequenceModel {

    private static TestingServer zooKeeper;
    private static CoordinationStore store;

    SequenceModelIT() {
        super(8);
    }

    @BeforeAll
    static void start() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        store = TestStores.open(zooKeeper.getConnectString());
    }

    @AfterAll
    static void stop() throws Exception {
        store.close();
        zooKeeper.close();
    }

    @Override
    CoordinationStore store() {
        return store;
    }
}
