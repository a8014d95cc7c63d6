package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.extent.Extent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The model on a real ZooKeeper, for few runs: {@link SequenceModelTest} makes many. */
class SequenceModelIT extends SequenceModel {

    private static CoordinationStore store;

    SequenceModelIT() {
        super(Extent.of(4, 40));
    }

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
