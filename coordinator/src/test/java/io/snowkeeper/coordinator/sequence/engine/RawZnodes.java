package io.snowkeeper.coordinator.sequence.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.sequence.record.NameRecord;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.coordinator.sequence.record.StateLimits;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
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

/** Writes znodes by the thousand past all nodes: what a fleet has gathered over months is there in seconds. */
public final class RawZnodes implements AutoCloseable {

    private static final int OPERATIONS_AT_ONCE = 300;
    private static final int WRITES_UNDER_WAY = 20;

    private final CuratorFramework client;

    public RawZnodes(String connectString) {
        client = CuratorFrameworkFactory.newClient(connectString, new RetryOneTime(100));
        client.start();
    }

    CuratorFramework client() {
        return client;
    }

    /** Makes sequences that nobody has used, as the nodes make them. */
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
        client.create().creatingParentsIfNeeded().forPath("/snowkeeper" + path, data.getBytes(UTF_8));
    }

    /** Makes znodes below a sequence's incarnation. */
    void children(String parent, int count, IntFunction<String> name, byte[] data) throws Exception {
        List<Op> operations = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            operations.add(create(parent + "/" + name.apply(i), data));
        }
        write(operations);
    }

    boolean exists(String path) throws Exception {
        return client.checkExists().forPath("/snowkeeper" + path) != null;
    }

    private static Op create(String path, byte[] data) {
        return Op.create("/snowkeeper" + path, data, Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
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

    @Override
    public void close() {
        client.close();
    }
}
