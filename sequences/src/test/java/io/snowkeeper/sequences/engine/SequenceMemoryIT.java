package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.access.Failures;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.PendingRecord;
import io.snowkeeper.sequences.record.ReservationTerm;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.Tokens;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.zookeeper.ZooKeeperServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.Quotas;
import org.apache.zookeeper.StatsTrack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes with a heap of 176 MB, in processes of their own, under loads that ZooKeeper does not take as they come. */
@Tag("system")
class SequenceMemoryIT {

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Duration LONG = Duration.ofHours(1);
    private static final int BUCKETS = 392;
    private static final int WRITERS = 8;

    /** How many calls with keys a quota fails. */
    private static final int REFUSALS = 30_000;

    /** Far more than one round of all this takes, and far less than one that keeps its requests. */
    private static final long MEGABYTES = 60;

    @TempDir
    private Path folder;

    private ZooKeeperServer zooKeeper;
    private CuratorFramework client;
    private CoordinationStore store;
    private SequenceStore tree;

    @BeforeEach
    void start() throws Exception {
        zooKeeper = ZooKeeperServer.plain(folder, "-Dzookeeper.enforceQuota=true");
        client = CuratorFrameworkFactory.newClient(zooKeeper.connectString(), 10_000, 10_000, new RetryOneTime(100));
        client.start();
        store = TestStores.open(zooKeeper.connectString());
        tree = new SequenceStore(store, new ServedFleet(Optional::empty), Environment.REAL);
        create("ordered", SequenceMode.ORDERED);
    }

    @AfterEach
    void stop() throws Exception {
        store.close();
        client.close();
        zooKeeper.close();
    }

    private String create(String name, SequenceMode mode) {
        SequenceOptions options = SequenceOptions.DEFAULT
                .withKeyRetention(LONG)
                .withReservationTime(LONG)
                .withMaxPending(200_000);
        String incarnation = Tokens.random(Environment.REAL.random());
        SequenceDefinition definition =
                new SequenceDefinition(name, mode, List.of(new NumberRange(1, 1_000_000)), options);
        answered(() -> TestCatalogues.of(tree).create(definition, incarnation, Overlap.ALLOWED));
        return incarnation;
    }

    /** Asks again as long as there is no answer; a write that was done is refused when it comes again. */
    private static void answered(Supplier<CompletableFuture<?>> request) {
        await().atMost(PATIENCE)
                .until(() -> request.get()
                        .orTimeout(20, TimeUnit.SECONDS)
                        .handle((done, failure) ->
                                failure == null || Failures.unwrap(failure) instanceof WriteRefusedException)
                        .join());
    }

    /** Makes reservations of which every second one was confirmed, as nodes leave them. */
    private void reserve(String name, String incarnation) throws InterruptedException {
        BucketRecord half = BucketRecord.of(new ReservationTerm(LONG.toMillis(), AtExpiry.HOLD));
        for (int slot = 0; slot < BucketRecord.SLOTS; slot += 2) {
            half = half.with(slot, BucketRecord.Fate.CONFIRMED);
        }
        byte[] payload = PayloadCodec.encode(half);
        Callers.run(WRITERS, writer -> {
            for (int bucket = writer; bucket < BUCKETS; bucket += WRITERS) {
                List<Change> bucketAndEntries = entries(name, incarnation, bucket, payload);
                answered(() -> tree.write(bucketAndEntries));
            }
            return null;
        });
        String state = SequencePaths.state(name, incarnation);
        StoredRecord before = read(state);
        int reserved = BUCKETS * BucketRecord.SLOTS;
        SequenceRecord record =
                before.as(SequenceRecord.class).withTaken(reserved).withPending(reserved / 2, reserved);
        answered(() -> tree.write(List.of(new Change.Set(
                state, PayloadCodec.encode(record), before.stamp().version()))));
    }

    private static List<Change> entries(String name, String incarnation, int bucket, byte[] payload) {
        List<Change> operations = new ArrayList<>();
        operations.add(new Change.Create(SequencePaths.pendingBucket(name, incarnation, bucket), payload));
        for (int slot = 1; slot < BucketRecord.SLOTS; slot += 2) {
            long reservation = (long) bucket * BucketRecord.SLOTS + slot;
            NumberRange run = new NumberRange(reservation + 1, reservation + 1);
            operations.add(new Change.Create(
                    SequencePaths.pendingEntry(name, incarnation, reservation),
                    PayloadCodec.encode(new PendingRecord(List.of(run), null, null, SmallNode.WRITER))));
        }
        return operations;
    }

    private StoredRecord read(String path) {
        return await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> tree.read(path).join(), Optional::isPresent)
                .orElseThrow();
    }

    private SequenceRecord state(String name, String incarnation) {
        return read(SequencePaths.state(name, incarnation)).as(SequenceRecord.class);
    }

    @Test
    void thousandsOfReservationsAllOverAHundredThousandAreConfirmedAtOneMoment() throws Exception {
        String incarnation = create("gapless", SequenceMode.GAPLESS);
        reserve("gapless", incarnation);
        int pending = state("gapless", incarnation).pending();
        assertThat(pending).isGreaterThan(100_000);
        SmallNode.Outcome outcome =
                SmallNode.run(folder, "confirm", zooKeeper.connectString(), incarnation, "2000", "100");
        assertThat(outcome.exit()).as("%s", outcome.lines()).isZero();
        assertThat(outcome.figure("unconfirmed")).as("%s", outcome.lines()).isZero();
        assertThat(state("gapless", incarnation).pending()).isEqualTo(pending - 2_000);
        assertThat(outcome.figure("others-served")).isPositive();
        assertThat(outcome.figure("others-refused")).isZero();
        assertThat(outcome.figure("grown")).isLessThan(MEGABYTES);
    }

    @Test
    @OnlyInFull
    void aQuotaOfZnodesFailsCallsWithKeysAloneAndCostsNoMemory() throws Exception {
        limit("/snowkeeper/sequences", 500);
        SmallNode.Outcome outcome =
                SmallNode.run(folder, "keys", zooKeeper.connectString(), "400", Integer.toString(REFUSALS));
        assertThat(outcome.exit()).as("%s", outcome.lines()).isZero();
        assertThat(outcome.figure("keys")).isGreaterThan(500);
        assertThat(outcome.figure("keys-refused")).isGreaterThanOrEqualTo(REFUSALS);
        assertThat(outcome.figure("others-served")).isPositive();
        assertThat(outcome.figure("others-refused")).isZero();
        assertThat(outcome.figure("grown")).isLessThan(MEGABYTES);
    }

    /** As ZooKeeper's own command line does it. */
    private void limit(String path, long znodes) throws Exception {
        client.create()
                .creatingParentsIfNeeded()
                .forPath(Quotas.limitPath(path), quota(znodes).getStatsBytes());
        client.create().forPath(Quotas.statPath(path), new StatsTrack().getStatsBytes());
    }

    private static StatsTrack quota(long znodes) {
        StatsTrack quota = new StatsTrack();
        quota.setCount(-1);
        quota.setCountHardLimit(znodes);
        quota.setBytes(-1);
        quota.setByteHardLimit(-1);
        return quota;
    }
}
