package io.snowkeeper.simulation.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.BucketRecord.Fate;
import io.snowkeeper.sequences.record.PendingRecord;
import io.snowkeeper.sequences.record.ReservationTerm;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReservationJudgeTest {

    private static final String BUCKET = "/sequences/s/i/pending/1";

    private final ReservationJudge judge = new ReservationJudge();

    private void wrote(String path, Object payload) {
        RecordStamp stamp = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);
        judge.wrote(path, Optional.of(new StoredRecord(path, PayloadCodec.encode(payload), stamp)));
    }

    private static BucketRecord expired(AtExpiry atExpiry) {
        return BucketRecord.of(new ReservationTerm(1_000, atExpiry)).with(0, Fate.EXPIRED);
    }

    @Test
    void whatIsHeldMayNotBeReturnedByTime() {
        wrote(BUCKET, expired(AtExpiry.RETURN));
        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(() -> wrote(BUCKET, expired(AtExpiry.HOLD)))
                .withMessage(BUCKET + " holds its reservations, and has returned those in slots [0-0], from 0");
    }

    @Test
    void whatIsPendingIsKnownUntilItIsSettled() {
        wrote(BUCKET + "/3", new PendingRecord(List.of(new NumberRange(7, 8)), null, null, "w"));
        assertThat(judge.pending("s")).singleElement().satisfies(grant -> {
            assertThat(grant.numbers()).containsExactly(7, 8);
            assertThat(grant.reservation()).contains("i-515-w");
        });
        judge.wrote(BUCKET + "/3", Optional.empty());
        assertThat(judge.pending("s")).isEmpty();
    }
}
