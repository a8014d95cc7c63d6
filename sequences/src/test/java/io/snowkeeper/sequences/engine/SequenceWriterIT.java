package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The scenarios on a real ZooKeeper. */
class SequenceWriterIT extends SequenceWriterScenarios {

    private static CoordinationStore store;

    @BeforeAll
    static void start() {
        store = TestStores.open(SharedZooKeeper.newConnectString());
    }

    @AfterAll
    static void stop() {
        store.close();
    }

    @Override
    CoordinationStore store() {
        return store;
    }
}
