package io.snowkeeper.testkit.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.net.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/** Node processes on a ZooKeeper, one that the test can stop or that of all tests. Everything else ends with it. */
public final class ProcessFleet implements AutoCloseable {

    /**
     * Long enough that sessions and reservations outlast a machine's pause of seconds. In the environment, so that a
     * test that wants to see them pass can choose shorter ones by options.
     */
    private static final Map<String, String> TIMES =
            Map.of("SNOWKEEPER_SESSION_TIMEOUT", "10s", "SNOWKEEPER_WINDOW", "15s");

    /** For tests that see none of them pass. */
    private static final Map<String, String> LONG_TIMES = Map.of(
            "SNOWKEEPER_SESSION_TIMEOUT", "30s", "SNOWKEEPER_WINDOW", "30s", "SNOWKEEPER_SEQUENCE_TIMEOUT", "1m");

    /** Sessions are judged once a tick; a session is two ticks at least. */
    private static final int TICK_MILLIS = 500;

    private static final Map<String, Object> LONG_SESSIONS = Map.of("maxSessionTimeout", "60000");

    /** Where a fleet is if its connect string has no chroot. */
    private static final String USUAL_ROOT = "/snowkeeper";

    private final Path folder;
    private final String connectString;
    private final String root;
    private final Optional<TestingServer> zooKeeper;
    private final Map<String, String> times;
    private final List<NodeProcess> nodes = new ArrayList<>();

    private ProcessFleet(
            Path folder,
            String connectString,
            String root,
            Optional<TestingServer> zooKeeper,
            Map<String, String> times) {
        this.folder = folder;
        this.connectString = connectString;
        this.root = root;
        this.zooKeeper = zooKeeper;
        this.times = times;
    }

    private ProcessFleet(Path folder, TestingServer zooKeeper) {
        this(folder, zooKeeper.getConnectString(), USUAL_ROOT, Optional.of(zooKeeper), TIMES);
    }

    /** Makes one on a ZooKeeper of its own. */
    public ProcessFleet(Path folder) throws Exception {
        this(
                folder,
                new TestingServer(
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
                        true));
    }

    /** Makes one on the ZooKeeper that all tests of this JVM share, for tests that are about no end of a session or a window. */
    public static ProcessFleet onSharedZooKeeper(Path folder) {
        return new ProcessFleet(folder, SharedZooKeeper.newConnectString(), "", Optional.empty(), LONG_TIMES);
    }

    /** Starts a node of a name, on any port, with its state below the folder, unless options say otherwise. */
    public NodeProcess serve(String name, String... options) throws IOException {
        NodeProcess node = NodeProcess.serve(folder, times, memberOptions(name, options));
        nodes.add(node);
        return node;
    }

    /** Starts a node as {@link #serve} does, of another build of the program. */
    public NodeProcess serveBy(Path jar, String name, String... options) throws IOException {
        NodeProcess node = NodeProcess.serveBy(jar, folder, times, memberOptions(name, options));
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
        return addresses(nodes);
    }

    /** Waits until some nodes are bound, and returns their addresses, as a client takes them. */
    public static String addresses(Collection<NodeProcess> nodes) {
        return nodes.stream()
                .map(NodeProcess::address)
                .map(address -> address.getHostString() + ":" + address.getPort())
                .collect(joining(","));
    }

    public String connectString() {
        return connectString;
    }

    /** Returns the state directory that a node of this name has by default. */
    public Path stateDirectory(String name) {
        return folder.resolve("snowkeeper-data").resolve(name);
    }

    /** Stops its own ZooKeeper. */
    public void stopZooKeeper() throws IOException {
        zooKeeper.orElseThrow().stop();
    }

    /** Starts it again at the same address, with the same data. */
    public void restartZooKeeper() throws Exception {
        zooKeeper.orElseThrow().restart();
    }

    /** Returns the names of the claims of live nodes: none before a first one has joined. */
    public List<String> claims() throws Exception {
        return ask(client -> {
            try {
                return client.getChildren().forPath(root + "/claims");
            } catch (KeeperException.NoNodeException e) {
                return List.of();
            }
        });
    }

    /** Deletes a worker id's slot, as a person would. */
    public void deleteSlot(long workerId) throws Exception {
        ask(client -> client.delete().deletingChildrenIfNeeded().forPath(slot(workerId)));
    }

    /** Rewrites a worker id's slot unchanged, until it has this version at least. */
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

    /** Has the fleet keep to something more, as one of a later version does: a word behind its layout. */
    public void addToLayout(String layout, String word) throws Exception {
        ask(client -> {
            String path = root + "/fleet";
            String record = new String(client.getData().forPath(path), UTF_8);
            return client.setData()
                    .forPath(path, record.replace(layout, layout + " " + word).getBytes(UTF_8));
        });
    }

    private String slot(long workerId) {
        return root + "/workers/" + workerId;
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
        if (zooKeeper.isPresent()) {
            zooKeeper.get().close();
        }
    }
}
