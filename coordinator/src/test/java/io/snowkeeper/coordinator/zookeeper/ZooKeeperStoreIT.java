package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.CoordinationStoreContract;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The store's promises, kept by one ZooKeeper server. */
class ZooKeeperStoreIT extends CoordinationStoreContract {

    private static final int TICK_MILLIS = 500;
    private static final AtomicInteger ROOTS = new AtomicInteger();

    private static TestingServer zooKeeper;

    private final String root = "/fleets/" + ROOTS.incrementAndGet();

    @BeforeAll
    static void startServer() throws Exception {
        zooKeeper = TemporaryZooKeeper.withTick(TICK_MILLIS);
    }

    @AfterAll
    static void stopServer() throws Exception {
        zooKeeper.close();
    }

    @Override
    protected Client open() throws Exception {
        return WiredStore.to(zooKeeper.getPort(), root);
    }
}
