package io.snowkeeper.benchmarks.capacity;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** A connection over which some znodes of its own are written without end, each again when its write before is done. */
final class ConditionalWrites implements AutoCloseable {

    /** As long as a sequence's state. */
    private static final int PAYLOAD_BYTES = 300;

    private static final int SESSION_MILLIS = 20_000;

    private final ZooKeeper client;
    private final byte[] payload = new byte[PAYLOAD_BYTES];
    private final LongAdder done = new LongAdder();
    private final AtomicReference<KeeperException> failure = new AtomicReference<>();
    private volatile boolean closed;

    private ConditionalWrites(ZooKeeper client) {
        this.client = client;
    }

    static ConditionalWrites start(String connectString, int znodes)
            throws IOException, InterruptedException, KeeperException {
        CountDownLatch connected = new CountDownLatch(1);
        ConditionalWrites writes = new ConditionalWrites(new ZooKeeper(connectString, SESSION_MILLIS, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        }));
        connected.await();
        for (int i = 0; i < znodes; i++) {
            String path = writes.client.create(
                    "/written-", writes.payload, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL_SEQUENTIAL);
            writes.write(path, 0);
        }
        return writes;
    }

    private void write(String path, int version) {
        client.multi(
                List.of(Op.setData(path, payload, version)),
                (code, asked, context, results) -> {
                    if (code == KeeperException.Code.OK.intValue()) {
                        done.increment();
                        write(path, version + 1);
                    } else if (!closed) {
                        failure.compareAndSet(null, KeeperException.create(KeeperException.Code.get(code), path));
                    }
                },
                null);
    }

    /**
     * Returns how many writes are done.
     *
     * @throws IllegalStateException if one has failed
     */
    long count() {
        KeeperException failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("a write failed, so the rate is none", failed);
        }
        return done.sum();
    }

    @Override
    public void close() throws InterruptedException {
        closed = true;
        client.close();
    }
}
