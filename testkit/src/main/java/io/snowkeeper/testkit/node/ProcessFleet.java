package io.snowkeeper.testkit.node;

import static java.util.stream.Collectors.joining;

import io.snowkeeper.testkit.net.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/** Node processes on a ZooKeeper that the test can stop. Everything ends with it. */
public final class ProcessFleet implements AutoCloseable {

    /**
     * Long enough that a machine that stands still for seconds takes nobody's session or reservation. In the environment, so
     * that a test that wants to see them pass can choose shorter ones by options.
     */
    private static final Map<String, String> TIMES =
            Map.of("SNOWKEEPER_SESSION_TIMEOUT", "10s", "SNOWKEEPER_WINDOW", "15s");

    /** Sessions are judged once a tick; a session is two ticks at least. */
    private static final int TICK_MILLIS = 500;

    private static final Map<String, Object> LONG_SESSIONS = Map.of("maxSessionTimeout", "60000");

    private final Path folder;
    private final TestingServer zooKeeper;
    private final List<NodeProcess> nodes = new ArrayList<>();

    public ProcessFleet(Path folder) throws Exception {
        this.folder = folder;
        this.zooKeeper = new TestingServer(
                new InstanceSpec(
                        folder.resolve("zookeeper").toFile(),
                        Ports.next(),
                        -1,
                        -1,
                        true,
                        -1,
                        TICK_MILLIS,
                        -1,
                        LONG_SESSIONS),
                true);
    }

    /** Starts a node of a name, on any port, with its state below the folder, unless options say otherwise. */
    public NodeProcess serve(String name, String... options) throws IOException {
        NodeProcess node = NodeProcess.serve(folder, TIMES, memberOptions(name, options));
        nodes.add(node);
        return node;
    }

    /** Starts a node as {@link #serve} does, of another build of the program. */
    public NodeProcess serveBy(Path jar, String name, String... options) throws IOException {
        NodeProcess node = NodeProcess.serveBy(jar, folder, TIMES, memberOptions(name, options));
        nodes.add(node);
        return node;
    }

    private String[] memberOptions(String name, String... options) {
        List<String> all = new ArrayList<>(List.of("--zookeeper", connectString(), "--name", name));
        all.addAll(List.of(options));
        return all.toArray(String[]::new);
    }

    /**
     * Starts a node that can come back at its port, where clients look for it meanwhile. Any port may be that of an outgoing
     * connection by then, even of one that such a client makes to the port itself. Its other ports are any, so that no second
     * one has to be free.
     */
    public NodeProcess serveAt(int port, String name) throws IOException {
        return serve(name, "--port", Integer.toString(port), "--http-port", "0");
    }

    /** Waits until all nodes are bound, and returns their addresses, as a client takes them. */
    public String addresses() {
        return nodes.stream()
                .map(NodeProcess::address)
                .map(address -> address.getHostString() + ":" + address.getPort())
                .collect(joining(","));
    }

    public String connectString() {
        return zooKeeper.getConnectString();
    }

    /** Returns the state directory that a node of this name has by default. */
    public Path stateDirectory(String name) {
        return folder.resolve("snowkeeper-data").resolve(name);
    }

    public void stopZooKeeper() throws IOException {
        zooKeeper.stop();
    }

    /** Starts it again at the same address, with the same data. */
    public void restartZooKeeper() throws Exception {
        zooKeeper.restart();
    }

    /** Returns the names of the claims of live nodes: none before a first one has joined. */
    public List<String> claims() throws Exception {
        return ask(client -> {
            try {
                return client.getChildren().forPath("/snowkeeper/claims");
            } catch (KeeperException.NoNodeException e) {
                return List.of();
            }
        });
    }

    /** Deletes a worker id's slot, as a person would. */
    public void deleteSlot(long workerId) throws Exception {
        ask(client -> client.delete().deletingChildrenIfNeeded().forPath(slot(workerId)));
    }

    /** Writes a worker id's slot as a person would who changes nothing, until it has this version at least. */
    public void raiseSlotVersion(long workerId, int version) throws Exception {
        ask(client -> {
            Stat stat = new Stat();
            do {
                byte[] payload = client.getData().storingStatIn(stat).forPath(slot(workerId));
                client.setData().forPath(slot(workerId), payload);
            } while (stat.getVersion() + 1 < version);
            return stat;
        });
    }

    private static String slot(long workerId) {
        return "/snowkeeper/workers/" + workerId;
    }

    /** Something that is asked of ZooKeeper. */
    private interface Question<T> {
        T ask(CuratorFramework client) throws Exception;
    }

    private <T> T ask(Question<T> question) throws Exception {
        try (CuratorFramework client = CuratorFrameworkFactory.newClient(connectString(), new RetryOneTime(100))) {
            client.start();
            return question.ask(client);
        }
    }

    @Override
    public void close() throws IOException {
        nodes.forEach(NodeProcess::close);
        zooKeeper.close();
    }
}
