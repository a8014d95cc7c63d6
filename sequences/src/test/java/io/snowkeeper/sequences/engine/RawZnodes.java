package io.snowkeeper.sequences.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.zookeeper.EnsembleAddress;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.IntFunction;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooKeeper;

/** Writes znodes by the thousand past all nodes: the records of months are there in seconds. */
public final class RawZnodes implements AutoCloseable {

    private static final int OPERATIONS_AT_ONCE = 100;
    private static final int WRITES_UNDER_WAY = 20;

    private final CuratorFramework client;
    private final String root;

    public RawZnodes(String connectString) {
        EnsembleAddress address = EnsembleAddress.parse(connectString);
        root = "/" + address.root();
        // Twice: a client that knows one server alone waits for a second before it comes back.
        client = CuratorFrameworkFactory.newClient(address.servers() + "," + address.servers(), new RetryOneTime(100));
        client.start();
    }

    /** Returns the path that a znode of the fleet has for {@link #client}. */
    String absolute(String path) {
        return root + path;
    }

    CuratorFramework client() {
        return client;
    }

    /** Makes unused sequences, as the nodes make them. */
    void sequences(int count, IntFunction<String> name) throws Exception {
        byte[] state = PayloadCodec.encode(SequenceRecord.of(
                ServingNode.definition("A", SequenceMode.ORDERED, new NumberRange(1, 1_000_000)), StateLimits.DEFAULT));
        List<Op> operations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String sequence = name.apply(i);
            operations.add(create(SequencePaths.name(sequence), PayloadCodec.encode(new NameRecord("first"))));
            operations.add(create(SequencePaths.incarnation(sequence, "first"), new byte[0]));
            operations.add(create(SequencePaths.state(sequence, "first"), state));
        }
        write(operations);
    }

    public void create(String path, String data) throws Exception {
        client.create().creatingParentsIfNeeded().forPath(absolute(path), data.getBytes(UTF_8));
    }

    List<String> children(String path) throws Exception {
        return client.getChildren().forPath(absolute(path));
    }

    /** A sweeper may have been faster. */
    public void delete(String path) throws Exception {
        client.delete().quietly().deletingChildrenIfNeeded().forPath(absolute(path));
    }

    /** Makes znodes below a sequence's incarnation. */
    void children(String parent, int count, IntFunction<String> name, byte[] data) throws Exception {
        List<Op> operations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operations.add(create(parent + "/" + name.apply(i), data));
        }
        write(operations);
    }

    /** Returns which of the sequences of that name is there. */
    String incarnation(String sequence) throws Exception {
        byte[] name = client.getData().forPath(absolute(SequencePaths.name(sequence)));
        return PayloadCodec.decode(name, NameRecord.class).incarnation();
    }

    /** Writes something, and returns the number of the transaction. */
    long write() throws Exception {
        return client.setData().forPath("/", new byte[0]).getMzxid();
    }

    boolean exists(String path) throws Exception {
        return client.checkExists().forPath(absolute(path)) != null;
    }

    private Op create(String path, byte[] data) {
        return Op.create(absolute(path), data, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }

    private void write(List<Op> operations) throws Exception {
        ZooKeeper zooKeeper = client.getZookeeperClient().getZooKeeper();
        Semaphore free = new Semaphore(WRITES_UNDER_WAY);
        List<Integer> failures = new ArrayList<>();
        for (int from = 0; from < operations.size(); from += OPERATIONS_AT_ONCE) {
            free.acquire();
            zooKeeper.multi(
                    operations.subList(from, Math.min(operations.size(), from + OPERATIONS_AT_ONCE)),
                    (rc, path, context, results) -> {
                        if (rc != KeeperException.Code.OK.intValue()) {
                            failures.add(rc);
                        }
                        free.release();
                    },
                    null);
        }
        free.acquire(WRITES_UNDER_WAY);
        if (!failures.isEmpty()) {
            throw new AssertionError("ZooKeeper has refused " + failures);
        }
    }

    /** Is not waited for: a client of ZooKeeper rests for 100 ms when it is closed. */
    @Override
    public void close() {
        Thread closing = new Thread(client::close, "closing");
        closing.setDaemon(true);
        closing.start();
    }
}
