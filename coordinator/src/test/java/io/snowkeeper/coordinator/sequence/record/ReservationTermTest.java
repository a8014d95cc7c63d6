package io.snowkeeper.coordinator.sequence.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.sequence.record.BucketRecord.Fate;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What versions that returned all numbers have written, and what they read of this one's. */
class ReservationTermTest {

    private static final ReservationTerm HELD = new ReservationTerm(60_000, AtExpiry.HOLD);
    private static final ReservationTerm RETURNED = new ReservationTerm(60_000, AtExpiry.RETURN);

    /** A bucket as former versions know it. */
    private record FormerBucket(long timeMillis, NumberSet confirmed, NumberSet cancelled, NumberSet expired) {}

    /** Options as former versions know them. */
    private record FormerOptions(
            long minBlock,
            long maxBlock,
            long reservationMillis,
            long keyRetentionMillis,
            int maxKeys,
            int maxPending) {}

    private static <T> T read(String json, Class<T> type) throws IOException {
        return PayloadCodec.decode(json.getBytes(UTF_8), type);
    }

    @Test
    void aFormerBucketReturnsItsNumbers() throws Exception {
        BucketRecord bucket = read(
                "{\"timeMillis\":60000,\"confirmed\":[{\"from\":1,\"to\":2}],\"cancelled\":[],\"expired\":[]}",
                BucketRecord.class);
        assertThat(bucket.term()).isEqualTo(RETURNED);
        assertThat(bucket.fate(1)).isEqualTo(Fate.CONFIRMED);
        assertThat(bucket.fate(2)).isEqualTo(Fate.PENDING);
    }

    @Test
    void aBucketIsReadAsItIsWritten() throws Exception {
        BucketRecord bucket = BucketRecord.of(HELD).with(0, Fate.VOID).with(7, Fate.CANCELLED);
        assertThat(PayloadCodec.decode(PayloadCodec.encode(bucket), BucketRecord.class))
                .isEqualTo(bucket);
        assertThat(bucket.fate(0)).isEqualTo(Fate.VOID);
        assertThat(bucket.fate(1)).isEqualTo(Fate.PENDING);
        assertThat(PayloadCodec.encode(bucket).length).isLessThanOrEqualTo(bucket.maxBytes());
    }

    @Test
    void aFormerVersionRefusesWhatItWouldReturn() {
        assertThatThrownBy(() -> PayloadCodec.decode(PayloadCodec.encode(BucketRecord.of(HELD)), FormerBucket.class))
                .isInstanceOf(IOException.class);
        byte[] options = PayloadCodec.encode(OptionsRecord.of(SequenceMode.GAPLESS, SequenceOptions.DEFAULT));
        assertThatThrownBy(() -> PayloadCodec.decode(options, FormerOptions.class))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aFormerVersionReadsWhereNothingIsHeld() throws Exception {
        BucketRecord bucket = BucketRecord.of(RETURNED).with(3, Fate.CONFIRMED);
        assertThat(PayloadCodec.decode(PayloadCodec.encode(bucket), FormerBucket.class)
                        .confirmed())
                .isEqualTo(bucket.confirmed());
        byte[] options = PayloadCodec.encode(OptionsRecord.of(SequenceMode.BLOCK, SequenceOptions.DEFAULT));
        assertThat(PayloadCodec.decode(options, FormerOptions.class).reservationMillis())
                .isEqualTo(60_000);
    }

    @Test
    void aFormerReservationIsNobodysKnownByName() throws Exception {
        PendingRecord former = read("{\"runs\":[{\"from\":1,\"to\":1}],\"key\":\"k\"}", PendingRecord.class);
        assertThat(former).isEqualTo(new PendingRecord(List.of(new NumberRange(1, 1)), "k", null));
        assertThat(new String(PayloadCodec.encode(former), UTF_8)).doesNotContain("subject");
    }

    @Test
    void aTermThatIsNoneIsRefused() {
        assertThatThrownBy(() -> read("{\"keep\":1}", ReservationTerm.class))
                .isInstanceOf(IOException.class)
                .hasMessage("neither a time nor one after which reservations are held: {\"keep\":1}");
    }
}
