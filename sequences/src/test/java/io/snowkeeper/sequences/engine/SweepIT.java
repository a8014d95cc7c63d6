package io.snowkeeper.sequences.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.ReservationTerm;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import io.snowkeeper.testkit.extent.Extent;
import java.time.Duration;
import java.util.List;
import org.apache.jute.BinaryInputArchive;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.common.ZKConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Expired records come back, however many other things are in the tree. */
class SweepIT {

    private static final SequenceOptions SHORT =
            SequenceOptions.DEFAULT.withReservationTime(Duration.ofSeconds(1)).withAtExpiry(AtExpiry.RETURN);

    /**
     * The limit of one answer, by ZooKeeper's own setting: a part of the usual, so that a small number of records is
     * enough.
     */
    private static final int ANSWER_BYTES = Extent.of(32, 128) * 1024;

    /** Their names have 128 letters, and a length. */
    private static final int SEQUENCES = 11 * ANSWER_BYTES / (10 * (128 + Integer.BYTES));

    /** Their names have three digits, nearly all of them more, and a length. */
    private static final int BUCKETS = ANSWER_BYTES / (3 + Integer.BYTES);

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
    void start() {
        String zooKeeper = SharedZooKeeper.newConnectString();
        node = ServingNode.start(zooKeeper);
        raw = new RawZnodes(zooKeeper);
        node.create(gapless("G", SHORT));
    }

    @AfterEach
    void stop() {
        raw.close();
        node.close();
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
        assertThatExceptionOfType(KeeperException.ConnectionLossException.class).isThrownBy(() -> raw.children(path));
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
        raw.create("/sequences/many", "{\"incarnation\":\"first\"}");
        raw.create("/sequences/many/first/keys", "");
        raw.create("/sequences/many/first/pending", "");
        raw.create(
                "/sequences/many/first/state",
                new String(PayloadCodec.encode(record.withPending(0, (long) BUCKETS * BucketRecord.SLOTS)), UTF_8));
        raw.children(
                "/sequences/many/first/pending",
                BUCKETS,
                Integer::toString,
                PayloadCodec.encode(BucketRecord.of(new ReservationTerm(1_000, AtExpiry.RETURN))));
        assertThatOneAnswerDoesNotHoldTheChildrenOf("/sequences/many/first/pending");
        node.grant(NextRequest.of("many"));
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(node.describe("many").pending()).isZero());
        assertThatReservationsExpire();
    }
}
