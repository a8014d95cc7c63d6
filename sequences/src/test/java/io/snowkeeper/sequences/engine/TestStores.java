package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperStore;
import java.time.Duration;

/** Stores that tests look into beside the nodes. */
public final class TestStores {

    private TestStores() {}

    /** Opens the store of the fleet that an ensemble keeps. */
    public static CoordinationStore open(String connectString) {
        CoordinationStore store = ZooKeeperStore.create(connectString, Duration.ofSeconds(30), StoreSecurity.NONE);
        store.start();
        return store;
    }
}
