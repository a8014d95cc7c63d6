package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.store.CoordinationStoreContract;
import io.snowkeeper.testkit.curator.SharedZooKeeper;

/** The store's promises, kept by one ZooKeeper server. */
class ZooKeeperStoreIT extends CoordinationStoreContract {

    private final EnsembleAddress address = EnsembleAddress.parse(SharedZooKeeper.newConnectString() + "/fleet");

    @Override
    protected Client open() throws Exception {
        String servers = address.servers();
        return WiredStore.to(Integer.parseInt(servers.substring(servers.indexOf(':') + 1)), "/" + address.root());
    }
}
