package io.snowkeeper.simulation.judge;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.record.KeyRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KeyJudgeTest {

    private static final RecordStamp STAMP = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);

    private final KeyJudge judge = new KeyJudge();

    @Test
    void aKeyRemembersNumbersOfItsSequence() {
        made("first", 1, 100);

        assertThatCode(() -> remembered("first", 91, 100)).doesNotThrowAnyException();
    }

    @Test
    void aKeyDoesNotRememberNumbersOfAFormerSequence() {
        made("first", 1, 100);
        made("second", 101, 200);

        assertThatThrownBy(() -> remembered("second", 100, 100))
                .isInstanceOf(BrokenPromiseException.class)
                .hasMessageContaining("for key k, and has [101-200]");
    }

    @Test
    void numbersMayBeOfARangeThatWasAppended() {
        write(
                SequencePaths.state("orders", "first"),
                state(List.of(new NumberRange(1, 100), new NumberRange(501, 600))));

        assertThatCode(() -> remembered("first", 501, 510)).doesNotThrowAnyException();
    }

    private void made(String incarnation, long from, long to) {
        write(SequencePaths.state("orders", incarnation), state(List.of(new NumberRange(from, to))));
    }

    private static SequenceRecord state(List<NumberRange> ranges) {
        return SequenceRecord.of(
                new SequenceDefinition("orders", SequenceMode.BLOCK, ranges, SequenceOptions.DEFAULT),
                StateLimits.DEFAULT);
    }

    private void remembered(String incarnation, long from, long to) {
        write(
                SequencePaths.key("orders", incarnation, "k"),
                new KeyRecord("k", List.of(new NumberRange(from, to)), null, 1_000, null));
    }

    private void write(String path, Object payload) {
        judge.wrote(path, Optional.of(new StoredRecord(path, PayloadCodec.encode(payload), STAMP)));
    }
}
