package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.CoordinationStoreContract;
import io.snowkeeper.testkit.curator.TemporaryEnsemble;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** The store's promises, kept by three ZooKeeper servers of which each client has another one. */
@Tag("system")
class ZooKeeperEnsembleStoreIT extends CoordinationStoreContract {

    private static final AtomicInteger ROOTS = new AtomicInteger();

    private static TestingCluster cluster;

    private final String root = "/fleets/" + ROOTS.incrementAndGet();

    private int opened;

    @BeforeAll
    static void startServers() throws Exception {
        cluster = TemporaryEnsemble.of(3);
        cluster.start();
    }

    @AfterAll
    static void stopServers() throws Exception {
        cluster.close();
    }

    @Override
    protected Client open() throws Exception {
        List<InstanceSpec> servers = new ArrayList<>(cluster.getInstances());
        return WiredStore.to(servers.get(opened++ % servers.size()).getPort(), root);
    }
}
