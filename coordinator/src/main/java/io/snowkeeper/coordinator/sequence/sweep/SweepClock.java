package io.snowkeeper.coordinator.sequence.sweep;

import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The age of records by ZooKeeper's clock, without its jumps ahead: with another leader comes another clock, and nothing must
 * be taken for older than it is. Where the clock goes back, znodes are taken for younger, which only keeps them longer.
 * Not thread-safe.
 */
final class SweepClock {

    /** Less than this is a clock that is being set right bit by bit. */
    static final long TOLERANCE_MILLIS = 2_000;

    private static final long STALE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Older jumps concern nothing that is still there. */
    private static final int MAX_JUMPS = 64;

    private final List<Jump> jumps = new ArrayList<>();
    private boolean started;
    private long zooKeeperMillis;
    private long askedNanos;
    private long answeredNanos;

    /**
     * ZooKeeper's clock went ahead.
     *
     * @param before up to when znodes were created before it
     */
    private record Jump(long before, long millis) {}

    /** Asks ZooKeeper what time it is, which it tells with a write. */
    void ask(SequenceStore tree, LongSupplier nanoTime)
            throws InterruptedException, ExecutionException, TimeoutException {
        long asked = nanoTime.getAsLong();
        List<@Nullable RecordStamp> written = tree.await(
                tree.write(List.of(new Change.Set(SequencePaths.SWEEPER, new byte[0], StoreSession.ANY_VERSION))));
        RecordStamp stamp = written.get(0);
        if (stamp != null) {
            set(stamp.writtenMillis(), asked, nanoTime.getAsLong());
        }
    }

    /**
     * Notes what time it is.
     *
     * @param zooKeeper by ZooKeeper's clock, in milliseconds
     * @param asked when it was asked, by System.nanoTime
     * @param answered when it had answered
     */
    void set(long zooKeeper, long asked, long answered) {
        if (started) {
            // An answer may take its time: that is no jump.
            long latest = zooKeeperMillis + (answered - askedNanos) / 1_000_000;
            long earliest = zooKeeperMillis + (asked - answeredNanos) / 1_000_000;
            if (zooKeeper - latest > TOLERANCE_MILLIS) {
                jumps.add(new Jump(latest + TOLERANCE_MILLIS, zooKeeper - earliest));
            }
            if (jumps.size() > MAX_JUMPS) {
                jumps.remove(0);
            }
        }
        started = true;
        zooKeeperMillis = zooKeeper;
        askedNanos = asked;
        answeredNanos = answered;
    }

    /** Returns whether so much time has passed since a znode was created or changed, as ZooKeeper has recorded it. */
    boolean hasPassed(long millis, long since) {
        return zooKeeperMillis >= passes(millis, since);
    }

    /** Returns from when on, by ZooKeeper's clock, so much time will have passed, as far as its jumps are known by now. */
    long passes(long millis, long since) {
        long passes = since + millis;
        for (Jump jump : jumps) {
            if (since <= jump.before()) {
                passes += jump.millis();
            }
        }
        return passes;
    }

    /**
     * Returns what time it is at the latest, by the last answer of ZooKeeper: nothing can be due that is not due by this.
     *
     * @param now by System.nanoTime
     */
    long latest(long now) {
        return zooKeeperMillis + (now - askedNanos) / 1_000_000;
    }

    /**
     * Returns whether the last answer is too old to tell when a jump came that there may have been since.
     *
     * @param now by System.nanoTime
     */
    boolean isStale(long now) {
        return now - askedNanos >= STALE_NANOS;
    }
}
