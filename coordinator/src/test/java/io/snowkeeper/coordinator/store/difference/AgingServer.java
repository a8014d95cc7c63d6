package io.snowkeeper.coordinator.store.difference;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.apache.zookeeper.server.DataNode;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;

/** A ZooKeeper server whose znodes can be made to look as if they had been written for decades. */
final class AgingServer implements AutoCloseable {

    private static final int TICK_MILLIS = 500;
    private static final int MAX_CONNECTIONS = 100;

    private final ZooKeeperServer server;
    private final ServerCnxnFactory connections;

    AgingServer(Path folder) throws IOException, InterruptedException {
        File data = folder.toFile();
        server = new ZooKeeperServer(data, data, TICK_MILLIS);
        connections = ServerCnxnFactory.createFactory(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MAX_CONNECTIONS);
        connections.startup(server);
    }

    int port() {
        return connections.getLocalPort();
    }

    /** Sets counters, which must not change meanwhile. */
    void age(String znode, int version, int childrenMade) {
        DataNode node = server.getZKDatabase().getNode(znode);
        if (node != null) {
            synchronized (node) {
                node.stat.setVersion(version);
                node.stat.setCversion(childrenMade);
            }
        }
    }

    @Override
    public void close() {
        connections.shutdown();
    }
}
