package io.snowkeeper.loadtest.chaos.fleet;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/** Connections to the ensemble from outside of the fleet. */
final class ZooKeeperClients {

    private static final int TIMEOUT_MILLIS = 4_000;
    private static final int PASSWORD_BYTES = 16;

    private ZooKeeperClients() {}

    /** @throws IOException if ZooKeeper cannot be reached */
    static ZooKeeper connect(String connectString) throws IOException, InterruptedException {
        return connect(connectString, 0, new byte[PASSWORD_BYTES]);
    }

    /**
     * Takes a session over.
     *
     * @throws IOException if ZooKeeper cannot be reached
     */
    static ZooKeeper connect(String connectString, long session, byte[] password)
            throws IOException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(1);
        ZooKeeper client = session == 0
                ? new ZooKeeper(connectString, TIMEOUT_MILLIS, event -> note(event.getState(), connected))
                : new ZooKeeper(
                        connectString, TIMEOUT_MILLIS, event -> note(event.getState(), connected), session, password);
        if (!connected.await(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
            client.close();
            throw new IOException("ZooKeeper cannot be reached at " + connectString);
        }
        return client;
    }

    /** Returns whether the payload of a claim or slot names the node. */
    static boolean names(String payload, String node) {
        return payload.replace(" ", "").contains("\"node\":\"" + node + "\"");
    }

    private static void note(KeeperState state, CountDownLatch connected) {
        if (state == KeeperState.SyncConnected || state == KeeperState.Expired) {
            connected.countDown();
        }
    }
}
