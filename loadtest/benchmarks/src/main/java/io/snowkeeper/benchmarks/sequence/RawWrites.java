package io.snowkeeper.benchmarks.sequence;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

/** The floor under one caller of an ordered sequence: one conditional write after another by ZooKeeper's own client, each as long as a sequence's state. */
final class RawWrites implements AutoCloseable {

    private static final String PATH = "/raw";
    private static final int STATE_BYTES = 300;

    private final ZooKeeper client;
    private final byte[] payload = new byte[STATE_BYTES];
    private int version;

    RawWrites(String connectString) throws IOException, InterruptedException, KeeperException {
        CountDownLatch connected = new CountDownLatch(1);
        client = new ZooKeeper(connectString, 20_000, event -> {
            if (event.getState() == Watcher.Event.KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        connected.await();
        client.create(PATH, payload, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
    }

    /** Returns how many writes a second were done, the next one sent from the thread that tells of the one before. */
    double measure(Duration time) {
        long started = System.nanoTime();
        int before = version;
        CompletableFuture<Void> done = new CompletableFuture<>();
        write(started + time.toNanos(), done);
        done.join();
        return (version - before) * 1e9 / (System.nanoTime() - started);
    }

    private void write(long end, CompletableFuture<Void> done) {
        client.multi(
                List.of(Op.setData(PATH, payload, version)),
                (code, path, context, results) -> {
                    if (code != KeeperException.Code.OK.intValue()) {
                        done.completeExceptionally(KeeperException.create(KeeperException.Code.get(code)));
                        return;
                    }
                    version++;
                    if (System.nanoTime() - end < 0) {
                        write(end, done);
                    } else {
                        done.complete(null);
                    }
                },
                null);
    }

    @Override
    public void close() throws InterruptedException {
        client.close();
    }
}
