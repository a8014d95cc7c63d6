package io.snowkeeper.sequences.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.sequences.record.BucketRecord.Fate;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class BucketRecordTest {

    private static final BucketRecord EMPTY =
            BucketRecord.of(new ReservationTerm(Long.MAX_VALUE, AtExpiry.RETURN), "2026-11-28");

    @Test
    void itIsReadAsItIsWritten() throws IOException {
        BucketRecord bucket =
                EMPTY.with(new ReservationToken("i", 0, "2j4x0"), Fate.VOID).with(7, Fate.CANCELLED);
        assertThat(PayloadCodec.decode(PayloadCodec.encode(bucket), BucketRecord.class))
                .isEqualTo(bucket);
        assertThat(bucket.fate(0)).isEqualTo(Fate.VOID);
        assertThat(bucket.fate(1)).isEqualTo(Fate.PENDING);
    }

    @Test
    void itHasNoMoreBytesThanItSays() {
        BucketRecord bucket = EMPTY;
        for (int slot = 1; slot < BucketRecord.SLOTS; slot += 2) {
            assertThat(PayloadCodec.encode(bucket).length).isLessThanOrEqualTo(bucket.maxBytes());
            ReservationToken token = new ReservationToken("i", slot, "writerofmanynam" + slot % 3);
            bucket = bucket.with(token, Fate.values()[1 + slot / 2 % 4]);
        }
    }
}
