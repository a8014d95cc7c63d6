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
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.record.LastGrant;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LossJudgeTest {

    private static final String STATE = "/sequences/ordered/inc/state";
    private static final String ANEW = "/sequences/ordered/next/state";
    private static final RecordStamp STAMP = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);

    private long seconds;
    private final LossJudge judge = new LossJudge(() -> seconds * 1_000_000_000, Duration.ofSeconds(10));

    @Test
    void whatWasToldIsNotLost() {
        LossJudge.Try asked = asks("ordered", "n0.1");
        wrote(1, 1, 1);
        judge.granted(asked, number(1));

        assertThatCode(judge::requireExplained).doesNotThrowAnyException();
    }

    @Test
    void whatWasWrittenForWhoGotNoAnswerIsExplained() {
        whatWasToldIsNotLost();
        asks("ordered", "n0.1");
        seconds = 9;
        wrote(2, 2, 1);

        assertThatCode(judge::requireExplained).doesNotThrowAnyException();
    }

    @Test
    void whatWasWrittenForNobodyIsLost() {
        whatWasToldIsNotLost();
        wrote(2, 2, 1);

        assertThatThrownBy(judge::requireExplained)
                .isInstanceOf(BrokenPromiseException.class)
                .hasMessageContaining("nobody was told [2]");
    }

    @Test
    void whatWasWrittenForWhoWasRefusedIsLost() {
        whatWasToldIsNotLost();
        LossJudge.Try asked = asks("ordered", "n0.1");
        wrote(2, 2, 1);
        judge.refused(asked);
        seconds = 1;
        judge.wrote(STATE, Optional.empty());

        assertThatThrownBy(judge::requireExplained).isInstanceOf(BrokenPromiseException.class);
    }

    @Test
    void whatWasWrittenForWhoWasRefusedOnceTheSequenceWasDeletedIsExplained() {
        whatWasToldIsNotLost();
        LossJudge.Try asked = asks("ordered", "n0.1");
        wrote(2, 2, 1);
        seconds = 1;
        judge.wrote(STATE, Optional.empty());
        judge.refused(asked);

        assertThatCode(judge::requireExplained).doesNotThrowAnyException();
    }

    @Test
    void whatWasWrittenForWhoGotANumberOfTheSequenceThatWasMadeAnewIsExplained() {
        whatWasToldIsNotLost();
        LossJudge.Try asked = asks("ordered", "n0.1");
        wrote(2, 2, 1);
        seconds = 1;
        judge.wrote(STATE, Optional.empty());
        wrote(ANEW, "q", 1, 1, 1);
        judge.granted(asked, number(1));

        assertThatCode(judge::requireExplained).doesNotThrowAnyException();
    }

    @Test
    void whatWasWrittenForNobodyIsLostThoughAnotherGetsANumberLater() {
        whatWasToldIsNotLost();
        LossJudge.Try asked = asks("ordered", "n0.1");
        wrote(2, 2, 2);
        judge.granted(asked, number(3));
        seconds = 1;
        judge.wrote(STATE, Optional.empty());

        assertThatThrownBy(judge::requireExplained)
                .isInstanceOf(BrokenPromiseException.class)
                .hasMessageContaining("nobody was told [2]");
    }

    @Test
    void whoGotTheSameNumberOfTheSequenceThatWasMadeAnewIsNotTakenForTheWriter() {
        whatWasToldIsNotLost();
        asks("ordered", "n0.1");
        wrote(STATE, "late", 1, 2, 2);
        seconds = 1;
        judge.wrote(STATE, Optional.empty());
        LossJudge.Try other = asks("ordered", "n1.1");
        wrote(ANEW, "q", 1, 2, 1);
        judge.granted(other, number(2));

        assertThatCode(judge::requireExplained).doesNotThrowAnyException();
    }

    @Test
    void whoAskedLongAgoOrElsewhereExplainsNothing() {
        whatWasToldIsNotLost();
        asks("ordered", "n0.1");
        asks("block", "n0.1");
        seconds = 11;
        asks("ordered", "n1.1");
        wrote(2, 2, 1);

        assertThatThrownBy(judge::requireExplained).isInstanceOf(BrokenPromiseException.class);
    }

    @Test
    void whatIsReadOfDataThatWerePutBackWasNotWrittenAnew() {
        whatWasToldIsNotLost();
        Optional<StoredRecord> backup = state(STATE, "p", 1, 1, 1);
        asks("ordered", "n0.1");
        wrote(2, 2, 1);
        seconds = 20;
        judge.putBack(path -> backup);
        // By a recovery, which hands out no numbers.
        wrote(1, 1, 1);

        assertThatCode(judge::requireExplained).doesNotThrowAnyException();
    }

    @Test
    void whoIsToldANumberThatWasLostIsNotTakenForItsWriter() {
        asks("ordered", "n0.1");
        wrote(1, 1, 1);
        seconds = 1;
        judge.putBack(path -> Optional.empty());
        seconds = 20;
        LossJudge.Try other = asks("ordered", "n1.1");
        wrote(STATE, "q", 1, 1, 1);
        judge.granted(other, number(1));
        wrote(STATE, "q", 2, 2, 1);

        assertThatThrownBy(judge::requireExplained)
                .isInstanceOf(BrokenPromiseException.class)
                .hasMessageContaining("n1.1 wrote");
    }

    private LossJudge.Try asks(String sequence, String who) {
        return judge.asked(sequence, who, NextRequest.of(sequence));
    }

    private static Grant number(long number) {
        return new Grant(List.of(new NumberRange(number, number)), Optional.empty());
    }

    private void wrote(int write, long first, long count) {
        wrote(STATE, "p", write, first, count);
    }

    private void wrote(String path, String process, int write, long first, long count) {
        judge.wrote(path, state(path, process, write, first, count));
    }

    private static Optional<StoredRecord> state(String path, String process, int write, long first, long count) {
        SequenceRecord state = SequenceRecord.of(
                        new SequenceDefinition(
                                "ordered",
                                SequenceMode.ORDERED,
                                List.of(new NumberRange(1, 100)),
                                SequenceOptions.DEFAULT),
                        StateLimits.DEFAULT)
                .withTaken(first + count - 1)
                .withGrant(new LastGrant(LastGrant.token(process, write), first, count));
        return Optional.of(new StoredRecord(path, PayloadCodec.encode(state), STAMP));
    }
}
