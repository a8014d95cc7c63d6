package io.snowkeeper.springtest;

import io.snowkeeper.client.SnowkeeperClient;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.time.Patience;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Map;

/** A node, with its ZooKeeper, in a process of its own: its Netty is not the application's. */
public final class RealNode implements AutoCloseable {

    private final NodeProcess process;
    private final int zooKeeperPort;

    private RealNode(NodeProcess process, int zooKeeperPort) {
        this.process = process;
        this.zooKeeperPort = zooKeeperPort;
    }

    /** Starts one, and comes back when it gives ids. */
    public static RealNode start(Path folder) throws Exception {
        int port = Ports.next();
        RealNode node = new RealNode(
                NodeProcess.serve(folder, Map.of(), "--embedded-zookeeper-port", Integer.toString(port)), port);
        try (SnowkeeperClient client = node.client()) {
            client.next();
        }
        return node;
    }

    /** Returns a client that waits for its answers for a minute. */
    public SnowkeeperClient client() {
        return SnowkeeperClient.builder()
                .servers(servers())
                .deadline(Patience.LIMIT)
                .attemptTimeout(Patience.LIMIT)
                .build();
    }

    /** Returns the value of {@code snowkeeper.servers}. */
    public String servers() {
        InetSocketAddress address = process.address();
        return address.getHostString() + ":" + address.getPort();
    }

    /** Returns the value of {@code snowkeeper.zookeeper}. */
    public String zooKeeper() {
        return "127.0.0.1:" + zooKeeperPort;
    }

    /** Ends it, as a power failure would. */
    public void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
