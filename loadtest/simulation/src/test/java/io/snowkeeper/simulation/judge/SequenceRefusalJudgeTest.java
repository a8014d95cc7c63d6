package io.snowkeeper.simulation.judge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SequenceRefusalJudgeTest {

    private static final RecordStamp STAMP = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);

    private long nanos;
    private final SequenceRefusalJudge judge = new SequenceRefusalJudge(() -> nanos);

    @Test
    void aSequenceThatWasThereAllAlongIsNotMissing() {
        exists(at(1), 10);

        assertThatThrownBy(() -> judge.toldMissing("a", at(2), "none"))
                .isInstanceOf(BrokenPromiseException.class)
                .hasMessageContaining("at no moment of the call");
    }

    @Test
    void oneThatWasMadeWhileTheCallWasUnderWayMayBeMissing() {
        exists(at(3), 10);

        assertThatCode(() -> judge.toldMissing("a", at(2), "none")).doesNotThrowAnyException();
    }

    @Test
    void oneThatWasDeletedWhileTheCallWasUnderWayMayBeMissing() {
        exists(at(1), 10);
        nanos = at(3);
        judge.wrote("/sequences/a", record("{\"incarnation\":null}"));

        assertThatCode(() -> judge.toldMissing("a", at(2), "none")).doesNotThrowAnyException();
    }

    @Test
    void numbersThatWereLeftAllAlongAreNotUsedUp() {
        exists(at(1), 10);
        left(at(3), 10, 2);

        assertThatThrownBy(() -> judge.toldUsedUp("a", at(2), 2, "used up")).isInstanceOf(BrokenPromiseException.class);
    }

    @Test
    void numbersThatWereTooFewAtSomeMomentMayBeUsedUp() {
        exists(at(1), 10);
        left(at(3), 10, 1);
        left(at(4), 20, 11);

        assertThatCode(() -> judge.toldUsedUp("a", at(2), 2, "used up")).doesNotThrowAnyException();
    }

    @Test
    void whatIsAppendedByTheSameWriteMayHaveComeTooLate() {
        exists(at(1), 10);
        // Ten were taken, and then ten appended.
        left(at(3), 20, 10);

        assertThatCode(() -> judge.toldUsedUp("a", at(2), 1, "used up")).doesNotThrowAnyException();
    }

    private static long at(long second) {
        return second * 1_000_000_000;
    }

    private void exists(long atNanos, long size) {
        nanos = atNanos;
        judge.wrote("/sequences/a", record("{\"incarnation\":\"i\"}"));
        left(atNanos, size, size);
    }

    private void left(long atNanos, long size, long left) {
        nanos = atNanos;
        SequenceRecord state = SequenceRecord.of(
                        new SequenceDefinition(
                                "a", SequenceMode.ORDERED, List.of(new NumberRange(1, size)), SequenceOptions.DEFAULT),
                        StateLimits.DEFAULT)
                .withTaken(size - left);
        judge.wrote(
                "/sequences/a/i/state",
                Optional.of(new StoredRecord("/sequences/a/i/state", PayloadCodec.encode(state), STAMP)));
    }

    private static Optional<StoredRecord> record(String payload) {
        return Optional.of(new StoredRecord("/sequences/a", payload.getBytes(UTF_8), STAMP));
    }
}
