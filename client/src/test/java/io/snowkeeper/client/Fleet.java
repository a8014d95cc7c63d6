package io.snowkeeper.client;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;

/** Nodes on a ZooKeeper. Everything ends with it. */
final class Fleet implements AutoCloseable {

    private final Path folder;
    private final TestingServer zooKeeper;
    private final List<NodeProcess> nodes = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();

    private Fleet(Path folder) throws Exception {
        this.folder = folder;
        this.zooKeeper = new TestingServer(
                new InstanceSpec(folder.resolve("zookeeper").toFile(), -1, -1, -1, true, -1, 500, -1), true);
    }

    /** Starts so many nodes with further options, and waits until they are bound. */
    static Fleet start(Path folder, int nodes, String... options) throws Exception {
        Fleet fleet = new Fleet(folder);
        for (int i = 0; i < nodes; i++) {
            fleet.nodes.add(NodeProcess.serve(folder, "n" + i, fleet.zooKeeper.getConnectString(), options));
        }
        fleet.nodes.forEach(node -> fleet.addresses.add(node.address()));
        return fleet;
    }

    /** Starts one more node, which is none of those at {@link #addresses}, and waits until it is bound. */
    NodeProcess add(String name, String... options) throws IOException {
        NodeProcess node = NodeProcess.serve(folder, name, zooKeeper.getConnectString(), options);
        nodes.add(node);
        node.address();
        return node;
    }

    NodeProcess node(int index) {
        return nodes.get(index);
    }

    /** Returns the addresses of all nodes, as a client takes them. */
    String addresses() {
        return String.join(",", addresses);
    }

    @Override
    public void close() throws IOException {
        nodes.forEach(NodeProcess::close);
        zooKeeper.close();
    }
}
