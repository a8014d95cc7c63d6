package io.snowkeeper.coordinator.zookeeper;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.testkit.time.Patience;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The end of a store whose server takes connections and never answers. */
class UnansweredCloseIT {

    @Test
    void itDoesNotWaitForTheConnection() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            // ZooKeeper's client waits two thirds of it for a connection.
            ZooKeeperStore store = ZooKeeperStore.create(
                    "127.0.0.1:" + silent.getLocalPort(), Duration.ofHours(1), StoreSecurity.NONE);
            store.start();
            silent.accept();

            assertTimeoutPreemptively(Patience.LIMIT, store::close);
        }
    }
}
