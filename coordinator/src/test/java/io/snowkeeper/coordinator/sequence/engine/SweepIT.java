package io.snowkeeper.coordinator.sequence.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.record.BucketRecord;
import io.snowkeeper.coordinator.sequence.record.NameRecord;
import io.snowkeeper.coordinator.sequence.record.ReservationTerm;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.coordinator.sequence.record.StateLimits;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.curator.test.TestingServer;
import org.apache.jute.BinaryInputArchive;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.common.ZKConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What has had its time comes back, whatever else is in the tree and however much of it. */
class SweepIT {

    private static final SequenceOptions SHORT =
            SequenceOptions.DEFAULT.withReservationTime(Duration.ofSeconds(1)).withAtExpiry(AtExpiry.RETURN);

    /** What one answer holds, by ZooKeeper's own setting: an eighth of the usual, so that an eighth is to be written. */
    private static final int ANSWER_BYTES = 128 * 1024;

    /** Names of 128 letters: 992 are as many as one answer holds. */
    private static final int SEQUENCES = Integer.getInteger("snowkeeper.sweep.sequences", 1_100);

    private TestingServer zooKeeper;
    private ServingNode node;
    private RawZnodes raw;

    @BeforeAll
    static void limitAnswersToClients() {
        // Server and tests in this JVM keep the usual limit of all that is read, which is found out once.
        assertThat(BinaryInputArchive.maxBuffer).isGreaterThan(ANSWER_BYTES);
        System.setProperty(ZKConfig.JUTE_MAXBUFFER, Integer.toString(ANSWER_BYTES));
    }

    @AfterAll
    static void liftLimit() {
        System.clearProperty(ZKConfig.JUTE_MAXBUFFER);
    }

    @BeforeEach
    void start() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        node = ServingNode.start(zooKeeper.getConnectString());
        raw = new RawZnodes(zooKeeper.getConnectString());
        node.create(gapless("G", SHORT));
    }

    @AfterEach
    void stop() throws Exception {
        raw.close();
        node.close();
        zooKeeper.close();
    }

    private static SequenceDefinition gapless(String name, SequenceOptions options) {
        return new SequenceDefinition(name, SequenceMode.GAPLESS, List.of(new NumberRange(1, 1_000_000)), options);
    }

    private void assertThatReservationsExpire() {
        node.grant(NextRequest.of("G"));
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(node.describe("G").pending()).isZero());
    }

    private void assertThatOneAnswerDoesNotHoldTheChildrenOf(String path) {
        assertThatExceptionOfType(KeeperException.ConnectionLossException.class)
                .isThrownBy(() -> raw.client().getChildren().forPath("/snowkeeper" + path));
    }

    @Test
    void aZnodeThatIsNoSequenceCostsItselfAlone() throws Exception {
        raw.create("/sequences/A-stray-one", "");
        raw.create("/sequences/not a sequence", "\"text\"");
        raw.create("/sequences/Z", "{\"incarnation\":\"lost\"}");
        raw.create("/sequences/Z/lost/state", "no JSON");
        assertThatReservationsExpire();
        assertThat(node.names()).containsExactly("G");
        assertThat(node.sequences().unreadable()).isEqualTo(3);
        raw.client().delete().forPath("/snowkeeper/sequences/A-stray-one");
        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(node.sequences().unreadable()).isEqualTo(2));
    }

    @Test
    void aZnodeThatIsNoneOfItsSequencesCostsItselfAlone() throws Exception {
        node.grant(NextRequest.of("G"));
        String bucket = "/sequences/G/" + incarnation("G") + "/pending/0";
        raw.create(bucket + "/none", "");
        raw.create(bucket + "/7", "no JSON");
        node.create(new SequenceDefinition(
                "K",
                SequenceMode.ORDERED,
                List.of(new NumberRange(1, 9)),
                SHORT.withKeyRetention(Duration.ofSeconds(1))));
        raw.create("/sequences/K/" + incarnation("K") + "/keys/00/none", "no JSON");
        node.next("K", "key");
        assertThatReservationsExpire();
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
            assertThat(node.describe("K").keys()).isZero();
            assertThat(node.sequences().unreadable()).isEqualTo(3);
        });
    }

    private String incarnation(String name) throws Exception {
        return PayloadCodec.decode(raw.client().getData().forPath("/snowkeeper/sequences/" + name), NameRecord.class)
                .incarnation();
    }

    @Test
    void moreSequencesThanOneAnswerOfZooKeeperHoldsAreSweptAndListed() throws Exception {
        raw.sequences(SEQUENCES, i -> "%0128d".formatted(i));
        assertThatOneAnswerDoesNotHoldTheChildrenOf("/sequences");
        assertThatReservationsExpire();
        List<String> names = node.names();
        assertThat(names).hasSize(SEQUENCES + 1).isSorted().endsWith("G").startsWith("%0128d".formatted(0));
    }

    @Test
    void moreBucketsThanOneAnswerOfZooKeeperHoldsAreSwept() throws Exception {
        SequenceRecord record =
                SequenceRecord.of(gapless("many", SHORT.withKeyRetention(Duration.ofHours(24))), StateLimits.DEFAULT);
        int buckets = 16_000;
        raw.create("/sequences/many", "{\"incarnation\":\"first\"}");
        raw.create("/sequences/many/first/keys", "");
        raw.create("/sequences/many/first/pending", "");
        raw.create(
                "/sequences/many/first/state",
                new String(PayloadCodec.encode(record.withPending(0, (long) buckets * BucketRecord.SLOTS)), UTF_8));
        raw.children(
                "/sequences/many/first/pending",
                buckets,
                Integer::toString,
                PayloadCodec.encode(BucketRecord.of(new ReservationTerm(1_000, AtExpiry.RETURN))));
        assertThatOneAnswerDoesNotHoldTheChildrenOf("/sequences/many/first/pending");
        node.grant(NextRequest.of("many"));
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(node.describe("many").pending()).isZero());
        assertThatReservationsExpire();
    }

    @Test
    void whatADeletedSequenceHasLeftIsRemovedWhileOthersAreSwept() throws Exception {
        node.create("D", SequenceMode.ORDERED, new NumberRange(1, 10));
        String incarnation = incarnation("D");
        for (int bucket = 0; bucket < 10; bucket++) {
            String parent = "/sequences/D/%s/keys/%02d".formatted(incarnation, bucket);
            raw.create(parent, "");
            raw.children(parent, 6_000, "%064d"::formatted, new byte[] {1});
        }
        String firstKey = "/sequences/D/%s/keys/00/%064d".formatted(incarnation, 0);
        AtomicLong reserved = new AtomicLong();
        AtomicBoolean removed = new AtomicBoolean();
        CompletableFuture<?> reserving = CompletableFuture.runAsync(() -> {
            while (!removed.get()) {
                try {
                    node.grant(NextRequest.of("G"));
                    reserved.incrementAndGet();
                } catch (SequenceUnavailableException e) {
                    // It waited for too long, beside so much else; there are others.
                }
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        });
        await().atMost(Duration.ofMinutes(1)).until(() -> expiredOf(reserved) > 0);
        ServingNode.await(node.sequences().delete("D", OptionalLong.of(1)));
        await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofMinutes(1)).until(() -> !raw.exists(firstKey));
        long before = expiredOf(reserved);
        AtomicBoolean left = new AtomicBoolean();
        await().pollInterval(Duration.ofMillis(5)).atMost(Duration.ofMinutes(3)).until(() -> {
            // Before each look for an expiry, not after the last one: all may be removed in between.
            left.set(raw.exists("/sequences/D"));
            return expiredOf(reserved) > before;
        });
        assertThat(left)
                .as("all that D has left was removed before another sequence was swept")
                .isTrue();
        await().atMost(Duration.ofMinutes(3))
                .untilAsserted(() -> assertThat(raw.exists("/sequences/D")).isFalse());
        removed.set(true);
        reserving.join();
    }

    /** Returns how many reservations at least have come back. */
    private long expiredOf(AtomicLong reserved) {
        long made = reserved.get();
        return made - node.describe("G").pending();
    }
}
