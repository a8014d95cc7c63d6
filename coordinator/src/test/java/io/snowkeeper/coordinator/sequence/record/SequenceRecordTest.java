package io.snowkeeper.coordinator.sequence.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.ledger.LedgerHead;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class SequenceRecordTest {

    private static SequenceRecord record(NumberRange... ranges) {
        return SequenceRecord.of(
                new SequenceDefinition("A", SequenceMode.GAPLESS, List.of(ranges), SequenceOptions.DEFAULT),
                StateLimits.DEFAULT);
    }

    @Test
    void numbersFollowTheRangesInTheirOrder() {
        SequenceRecord record =
                record(new NumberRange(5, 6), new NumberRange(1, 3)).withTaken(1);
        assertThat(record.untaken(3)).containsExactly(new NumberRange(6, 6), new NumberRange(1, 2));
    }

    @Test
    void atTheEndThereIsNoNextNumber() {
        SequenceRecord record = record(new NumberRange(5, 6)).withTaken(2);
        assertThat(record.next()).isEmpty();
        assertThat(record.untaken(0)).isEmpty();
        assertThatThrownBy(() -> record.untaken(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("only 0 numbers are left: count=1");
    }

    @Test
    void theLargestNumberIsReached() {
        SequenceRecord record =
                record(new NumberRange(Long.MAX_VALUE - 1, Long.MAX_VALUE)).withTaken(1);
        assertThat(record.untaken(1)).containsExactly(new NumberRange(Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @Test
    void aProcessHasOneLastGrant() {
        SequenceRecord record = record(new NumberRange(1, 9))
                .withGrant(new LastGrant("a-1", 1, 1))
                .withGrant(new LastGrant("b-1", 2, 1))
                .withGrant(new LastGrant("a-2", 3, 1));
        assertThat(record.grants()).containsExactly(new LastGrant("b-1", 2, 1), new LastGrant("a-2", 3, 1));
    }

    @Test
    void theProcessThatWroteLongestAgoIsForgottenFirst() {
        SequenceRecord record = record(new NumberRange(1, 9));
        for (int process = 0; process < 33; process++) {
            record = record.withGrant(new LastGrant("p" + process + "-1", 0, 0));
        }
        assertThat(record.hasGrant("p0-1")).isFalse();
        assertThat(record.hasGrant("p1-1")).isTrue();
    }

    @Test
    void itIsReadAsItWasWritten() throws IOException {
        SequenceRecord record = record(new NumberRange(1, 9))
                .withTaken(7)
                .withReturned(ReturnedNumbers.of(NumberSet.of(List.of(new NumberRange(2, 3)))))
                .withGrant(new LastGrant("a-1", 1, 7));
        assertThat(PayloadCodec.decode(PayloadCodec.encode(record), SequenceRecord.class))
                .isEqualTo(record);
    }

    @Test
    void aStateWithALedgerIsReadAsItWasWritten() throws IOException {
        SequenceRecord record = record(new NumberRange(1, 9)).withPending(2, 7).withLedger(LedgerHead.EMPTY);
        assertThat(PayloadCodec.decode(PayloadCodec.encode(record), SequenceRecord.class))
                .isEqualTo(record);
    }

    @Test
    void aVersionWithoutLedgersCannotReadAStateThatHasOne() throws IOException {
        SequenceRecord record = record(new NumberRange(1, 9)).withPending(2, 7);
        assertThat(reservations(record).isIntegralNumber()).isTrue();
        // Where it looks for a number, there is none.
        assertThat(reservations(record.withLedger(LedgerHead.EMPTY)).isObject()).isTrue();
    }

    private static JsonNode reservations(SequenceRecord record) throws IOException {
        return PayloadCodec.decode(PayloadCodec.encode(record), JsonNode.class).path("reservations");
    }
}
