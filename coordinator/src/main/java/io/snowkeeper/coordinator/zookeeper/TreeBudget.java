package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.fleet.FleetPaths;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.zookeeper.server.DataTree;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The share of the heap that the tree of an embedded server may take. Records that callers can multiply at will (keys,
 * reservations and sequences) are admitted within it; all others always, so that leases and confirmations go on.
 */
final class TreeBudget {

    private static final Logger log = LoggerFactory.getLogger(TreeBudget.class);

    /**
     * The size of a znode beside its path and its data: ZooKeeper's objects, its name in the parent, and the sweeping
     * node's memory of a key. By histograms of the heap with 87,000 and 180,000 znodes.
     */
    private static final int BYTES_PER_ZNODE = 550;

    /** The memory of a node without any sequence, and then some. */
    private static final long OWN_BYTES = 32L << 20;

    /**
     * Share of the rest. The old generation of the serial collector has two thirds of the heap: live objects have to
     * fit in there.
     */
    private static final double SHARE = 0.6;

    /** Share of a very small heap. */
    private static final double LEAST_SHARE = 0.125;

    private static final long WARNING_NANOS = Duration.ofMinutes(1).toNanos();

    private final long maxBytes;
    private final long heapBytes;
    private final LongSupplier nanoTime;

    private boolean warned;
    private long warnedAt;

    /**
     * @param heapBytes the limit of the heap
     * @param nanoTime as of {@link System#nanoTime}
     */
    TreeBudget(long heapBytes, LongSupplier nanoTime) {
        this.heapBytes = heapBytes;
        this.nanoTime = nanoTime;
        this.maxBytes = (long) Math.max(heapBytes * LEAST_SHARE, (heapBytes - OWN_BYTES) * SHARE);
    }

    /** Returns whether a znode may be made. */
    boolean admits(String path, DataTree tree) {
        return admits(path, tree.getNodeCount(), tree.cachedApproximateDataSize());
    }

    /** @param dataBytes of all paths and data */
    boolean admits(String path, int znodes, long dataBytes) {
        long bytes = dataBytes + (long) znodes * BYTES_PER_ZNODE;
        if (bytes < maxBytes || !FleetPaths.growsAtWill(path)) {
            return true;
        }
        warn(znodes, bytes);
        return false;
    }

    private synchronized void warn(int znodes, long bytes) {
        long now = nanoTime.getAsLong();
        if (warned && now - warnedAt < WARNING_NANOS) {
            return;
        }
        warned = true;
        warnedAt = now;
        log.warn(
                "the embedded ZooKeeper holds {} znodes in about {} MiB of memory, {} MiB of the heap's {} MiB are for them: new keys, reservations and sequences are refused; let them come to their end, give the process more heap by -Xmx or -XX:MaxRAMPercentage, or use a ZooKeeper of its own with --zookeeper",
                znodes,
                bytes >> 20,
                maxBytes >> 20,
                heapBytes >> 20);
    }
}
