package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The scenarios on a real ZooKeeper. */
class PeriodTurnIT extends PeriodScenarios {

    private static TestingServer zooKeeper;
    private static CoordinationStore store;

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
