package io.snowkeeper.coordinator.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.fleet.FleetPaths;
import io.snowkeeper.coordinator.fleet.Slot;
import io.snowkeeper.coordinator.fleet.SlotRecord;
import io.snowkeeper.coordinator.fleet.SlotStamp;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
import org.apache.curator.retry.RetryNTimes;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A ZooKeeper for each test, the members that were started on it, and a look and a hand at the fleet's znodes. */
final class Fleet implements BeforeEachCallback, AfterEachCallback {

    private static final int TICK_MILLIS = 500;

    /** Not the folder itself: ZooKeeper puts its configuration beside the data. */
    private static final String DATA = "data";

    private final List<AutoCloseable> opened = new CopyOnWriteArrayList<>();

    private TestingServer zooKeeper;
    private CuratorFramework client;

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        zooKeeper = TemporaryZooKeeper.withTick(TICK_MILLIS);
        client = CuratorFrameworkFactory.builder()
                .connectString(zooKeeper.getConnectString())
                .namespace(FleetSettings.DEFAULT_CHROOT.substring(1))
                .retryPolicy(new RetryNTimes(100, 100))
                .build();
        client.start();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        List<AutoCloseable> last = new ArrayList<>(opened);
        for (int i = last.size() - 1; i >= 0; i--) {
            last.get(i).close();
        }
        client.close();
        zooKeeper.close();
    }

    String connectString() {
        return zooKeeper.getConnectString();
    }

    Member.Spec node(String name) {
        return Member.Spec.of(connectString(), name);
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
        return closeLater(Wire.to(zooKeeper.getPort()));
    }

    /** Starts an empty ZooKeeper, stopped after the test, and returns its port. */
    int anotherZooKeeper() throws Exception {
        return closeLater(TemporaryZooKeeper.onAnyPort()).getPort();
    }

    /** Copies ZooKeeper's data as they are now. */
    void backUp(Path folder) throws IOException {
        Path data = zooKeeper.getTempDirectory().toPath();
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
        zooKeeper.stop();
    }

    void restartZooKeeper() throws Exception {
        zooKeeper.restart();
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

    /** Writes a znode as a person would, whatever it held. */
    void write(String path, String payload) {
        call(() -> client.create().orSetData().creatingParentsIfNeeded().forPath(path, payload.getBytes(UTF_8)));
    }

    void write(long workerId, SlotRecord record) {
        write(FleetPaths.slot(workerId), new String(PayloadCodec.encode(record), UTF_8));
    }

    /**
     * Replaces a slot's record by one that is made from it, and returns the slot as it was just before: what the owner
     * writes meanwhile is not lost.
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

    void delete(String path) {
        call(() -> client.delete().deletingChildrenIfNeeded().forPath(path));
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
