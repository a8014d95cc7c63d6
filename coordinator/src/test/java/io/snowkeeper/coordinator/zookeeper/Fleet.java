package io.snowkeeper.coordinator.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.fleet.SlotStamp;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.time.SettableClock;
import io.snowkeeper.testkit.wire.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A fleet for each test, with a root of its own in a ZooKeeper that all share; the members that were started in it, and a look and a
 * hand at its znodes.
 */
final class Fleet implements BeforeEachCallback, AfterEachCallback {

    private static final int TICK_MILLIS = 500;

    /** Not the folder itself: ZooKeeper puts its configuration beside the data. */
    private static final String DATA = "data";

    private final List<AutoCloseable> opened = new CopyOnWriteArrayList<>();

    private final SettableClock clock = new SettableClock();
    private Duration passed = Duration.ZERO;

    private @Nullable TestingServer ownZooKeeper;
    private String connectString = "";
    private CuratorFramework client;

    /** The clients by which the fleets of this JVM are inspected. */
    private static final class Shared {
        static final CuratorFramework CLIENT = startClient(SharedZooKeeper.servers());
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        connectString = SharedZooKeeper.newConnectString();
        client = Shared.CLIENT.usingNamespace(root().substring(1));
    }

    /** Gives the test a ZooKeeper of its own, which it may stop and copy. To be called before anything else. */
    void haveItsOwnZooKeeper() throws Exception {
        TestingServer started = closeLater(TemporaryZooKeeper.withTick(TICK_MILLIS));
        ownZooKeeper = started;
        connectString = started.getConnectString() + root();
        client = closeLater(startClient(started.getConnectString())).usingNamespace(root().substring(1));
    }

    private static CuratorFramework startClient(String servers) {
        CuratorFramework started = CuratorFrameworkFactory.newClient(servers, new RetryNTimes(100, 100));
        started.start();
        return started;
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        List<Thread> closing = new ArrayList<>();
        for (AutoCloseable resource : opened) {
            if (resource instanceof Wire wire) {
                wire.heal();
            }
            if (resource instanceof Member member) {
                // Each takes a moment, in which it only waits.
                Thread thread = new Thread(member::close, "closing");
                thread.start();
                closing.add(thread);
            }
        }
        for (Thread thread : closing) {
            thread.join();
        }
        List<AutoCloseable> last = new ArrayList<>(opened);
        for (int i = last.size() - 1; i >= 0; i--) {
            last.get(i).close();
        }
    }

    /** Returns the address of the fleet, with its root. */
    String connectString() {
        return connectString;
    }

    /** Returns the address of its ZooKeeper. */
    String servers() {
        return connectString.substring(0, connectString.indexOf('/'));
    }

    /** Returns the path of all its znodes. */
    String root() {
        return connectString.substring(connectString.indexOf('/'));
    }

    private int port() {
        return Integer.parseInt(servers().substring(servers().indexOf(':') + 1));
    }

    private TestingServer ownZooKeeper() {
        return requireNonNull(ownZooKeeper, "others use this ZooKeeper, too");
    }

    /** Returns how a member of the fleet is started, on the fleet's clock. */
    Member.Spec node(String name) {
        return Member.Spec.of(connectString(), name).clock(clock);
    }

    /** Moves the fleet's clock on, but not ZooKeeper's: see {@link Member.Spec#anySkew}. */
    void pass(Duration time) {
        passed = passed.plus(time);
        clock.setAhead(passed);
    }

    /** Starts a member that is closed after the test. */
    Member start(Member.Spec spec) {
        return closeLater(spec.start());
    }

    Member start(String name) {
        return start(node(name));
    }

    /** Opens a line to ZooKeeper that can fail, closed after the test. */
    Wire wire() throws Exception {
        return closeLater(Wire.to(port()));
    }

    /** Starts an empty ZooKeeper, stopped after the test, and returns its port. */
    int anotherZooKeeper() throws Exception {
        return closeLater(TemporaryZooKeeper.withTick(TICK_MILLIS)).getPort();
    }

    /** Copies ZooKeeper's data as they are now. */
    void backUp(Path folder) throws IOException {
        Path data = ownZooKeeper().getTempDirectory().toPath();
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(DATA).resolve(data.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy);
            }
        }
    }

    /** Starts a ZooKeeper on such a copy, stopped after the test, and returns its port. */
    int zooKeeperOn(Path folder) throws Exception {
        return closeLater(new TestingServer(
                        new InstanceSpec(folder.resolve(DATA).toFile(), -1, -1, -1, false, -1, TICK_MILLIS, -1), true))
                .getPort();
    }

    /** Puts another znode with the same payload into a znode's place, in one step. */
    void makeAnew(String path) {
        byte[] payload = read(path).getBytes(UTF_8);
        call(() -> client.transaction()
                .forOperations(
                        client.transactionOp().delete().forPath(path),
                        client.transactionOp().create().forPath(path, payload)));
    }

    void stopZooKeeper() throws Exception {
        ownZooKeeper().stop();
    }

    void restartZooKeeper() throws Exception {
        ownZooKeeper().restart();
    }

    Slot slot(long workerId) {
        return findSlot(workerId).orElseThrow(() -> new AssertionError("no slot " + workerId));
    }

    Optional<Slot> findSlot(long workerId) {
        return call(() -> {
            Stat stat = new Stat();
            try {
                byte[] payload = client.getData().storingStatIn(stat).forPath(FleetPaths.slot(workerId));
                return Optional.of(new Slot(
                        workerId,
                        stat.getVersion(),
                        PayloadCodec.decode(payload, SlotRecord.class),
                        new SlotStamp(stat.getCzxid(), stat.getMzxid(), stat.getCtime())));
            } catch (KeeperException.NoNodeException e) {
                return Optional.empty();
            }
        });
    }

    TreeMap<Long, Slot> slots() {
        TreeMap<Long, Slot> slots = new TreeMap<>();
        for (String child : call(() -> client.getChildren().forPath(FleetPaths.WORKERS))) {
            long workerId = Long.parseLong(child);
            slots.put(workerId, slot(workerId));
        }
        return slots;
    }

    Set<String> claims() {
        return new TreeSet<>(call(() -> client.getChildren().forPath(FleetPaths.CLAIMS)));
    }

    /** Returns the names of the claims that ZooKeeper has for a node of this name. */
    List<String> claimsOf(String node) {
        return claims().stream()
                .filter(claim -> read(FleetPaths.CLAIMS + "/" + claim).contains("\"" + node + "\""))
                .toList();
    }

    /** Returns which worker ids' slots name the node as owner. */
    List<Long> slotsOf(String node) {
        return slots().values().stream()
                .filter(slot -> slot.record().node().equals(node))
                .map(Slot::workerId)
                .toList();
    }

    void awaitNoClaimOf(String node) {
        await().until(() -> claimsOf(node).isEmpty());
    }

    String read(String path) {
        return call(() -> {
            try {
                return new String(client.getData().forPath(path), UTF_8);
            } catch (KeeperException.NoNodeException e) {
                return "";
            }
        });
    }

    List<String> children(String path) {
        return call(() -> client.getChildren().forPath(path));
    }

    /** Writes a znode as a person would, over any content. */
    void write(String path, String payload) {
        call(() -> client.create().orSetData().creatingParentsIfNeeded().forPath(path, payload.getBytes(UTF_8)));
    }

    void write(long workerId, SlotRecord record) {
        write(FleetPaths.slot(workerId), new String(PayloadCodec.encode(record), UTF_8));
    }

    /**
     * Replaces a slot's record by one that is made from it, and returns the slot as it was just before: the owner's
     * writes meanwhile are not lost.
     */
    Slot change(long workerId, UnaryOperator<SlotRecord> change) {
        while (true) {
            Slot slot = slot(workerId);
            byte[] payload = PayloadCodec.encode(change.apply(slot.record()));
            try {
                client.setData().withVersion(slot.version()).forPath(FleetPaths.slot(workerId), payload);
                return slot;
            } catch (KeeperException.BadVersionException e) {
                // The owner was faster.
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
    }

    /** Hands a slot on to a node that there is not, as late as it is reserved, and returns it as it was just before. */
    Slot handOn(long workerId) {
        return change(workerId, record -> new SlotRecord("claim-x", "n2", record.reservedUntil()));
    }

    /** Deletes a znode and all below it at once: a member never meets a half of it. */
    void delete(String path) {
        call(() -> {
            List<CuratorOp> tree = new ArrayList<>();
            addDeletions(path, tree);
            return client.transaction().forOperations(tree);
        });
    }

    private void addDeletions(String path, List<CuratorOp> tree) throws Exception {
        for (String child : client.getChildren().forPath(path)) {
            addDeletions(path + "/" + child, tree);
        }
        tree.add(client.transactionOp().delete().forPath(path));
    }

    private <T extends AutoCloseable> T closeLater(T resource) {
        opened.add(resource);
        return resource;
    }

    private static <T> T call(Callable<T> request) {
        try {
            return request.call();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
