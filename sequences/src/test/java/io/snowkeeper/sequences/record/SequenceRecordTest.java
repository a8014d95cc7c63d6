package io.snowkeeper.sequences.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.business.PeriodLength;
import io.snowkeeper.core.business.PeriodRule;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.ledger.LedgerHead;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    // Steps.

    private static SequenceDefinition tens() {
        return new SequenceDefinition(
                        "A",
                        SequenceMode.ORDERED,
                        List.of(new NumberRange(21, 1_001), new NumberRange(2_001, 3_001)),
                        SequenceOptions.DEFAULT)
                .withStep(10);
    }

    private static SequenceDefinition dailyTens() {
        return tens().withPeriods(PeriodRule.of(PeriodLength.DAY, "UTC"));
    }

    @Test
    void aStateTellsThePlacesOfNumbersThatAreAStepApart() throws IOException {
        SequenceRecord record = SequenceRecord.of(tens(), StateLimits.DEFAULT).withTaken(99);
        assertThat(record.untaken(2)).containsExactly(new NumberRange(200, 201));
        assertThat(record.next()).hasValue(2_001);
        assertThat(record.describe("A").definition()).isEqualTo(tens());
        assertThat(new String(PayloadCodec.encode(record), UTF_8))
                .startsWith(
                        "{\"numbering\":{\"mode\":\"ORDERED\",\"step\":{\"size\":10,\"offset\":1}},\"ranges\":{\"all\":[{\"from\":2,\"to\":100},");
        assertThat(PayloadCodec.decode(PayloadCodec.encode(record), SequenceRecord.class))
                .isEqualTo(record);
    }

    @ParameterizedTest
    @CsvSource({"'\"size\":10', '\"size\":0'", "'\"offset\":1', '\"offset\":10'", "'\"step\":', '\"from\":'"})
    void aStepThatIsNoneCannotBeRead(String written, String spoilt) {
        String state = new String(PayloadCodec.encode(SequenceRecord.of(tens(), StateLimits.DEFAULT)), UTF_8);
        byte[] payload = state.replaceFirst(written, spoilt).getBytes(UTF_8);
        assertThatThrownBy(() -> PayloadCodec.decode(payload, SequenceRecord.class))
                .isInstanceOf(IOException.class);
    }

    @Test
    void aStepStaysWhenAPeriodBegins() throws IOException {
        SequenceRecord created = SequenceRecord.of(dailyTens(), StateLimits.DEFAULT);
        SequenceRecord begun =
                created.inPeriod(Objects.requireNonNull(created.periods()).at(0), 0);
        assertThat(begun.step()).isEqualTo(new NumberStep(10, 1));
        assertThat(begun.describe("A").definition()).isEqualTo(dailyTens());
        assertThat(PayloadCodec.decode(PayloadCodec.encode(begun), SequenceRecord.class))
                .isEqualTo(begun);
    }

    @Test
    void aSequenceIsAnotherOneIfItsStepIsAnother() {
        SequenceDefinition ones =
                new SequenceDefinition("A", SequenceMode.ORDERED, tens().ranges(), SequenceOptions.DEFAULT);
        assertThat(CreationRecord.of(tens()).isOf(tens())).isTrue();
        assertThat(CreationRecord.of(tens()).isOf(ones)).isFalse();
        assertThat(CreationRecord.of(ones).isOf(tens())).isFalse();
    }
}
