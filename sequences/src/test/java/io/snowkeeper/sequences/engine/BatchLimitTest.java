package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.plan.BlockStock;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.NextCommand;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchLimitTest {

    private static final SequenceRecord ORDERED = SequenceRecord.of(
            new SequenceDefinition(
                    "A", SequenceMode.ORDERED, List.of(new NumberRange(1, 100)), SequenceOptions.DEFAULT),
            StateLimits.DEFAULT);

    private final Command<?> plain = command(NextRequest.of("A"));
    private final Command<?> keyed = command(NextRequest.of("A").withKey("key"));
    private final BatchLimit batch = new BatchLimit();

    private static Command<?> command(NextRequest request) {
        return new NextCommand(request, new BlockStock(() -> {}, System::nanoTime), unused -> {}, 0, 1);
    }

    private void begin(Command<?>... waiting) {
        batch.begin(List.of(waiting), ORDERED, false);
    }

    @Test
    void aConnectionThatBreaksOnceOnAWriteMakesNothingLess() {
        batch.broken(500);
        assertThat(batch.max()).isGreaterThan(10_000);
    }

    @Test
    void fromTheSecondTimeOnItIsHalfOfWhatWasPlannedDownToOne() {
        batch.broken(500);
        batch.broken(500);
        assertThat(batch.max()).isEqualTo(250);
        for (int planned = 250; planned > 0; planned /= 2) {
            batch.broken(planned);
        }
        assertThat(batch.max()).isEqualTo(1);
        batch.broken(1);
        assertThat(batch.max()).isEqualTo(1);
    }

    @Test
    void whatNeedsManyOperationsByItselfCannotBeLessThanOne() {
        assertThat(batch.halve(3)).isTrue();
        assertThat(batch.halve(3)).isFalse();
        assertThat(batch.halve(1)).isFalse();
    }

    @Test
    void whatIsForNobodyWasNotTooMuch() {
        assertThat(batch.halve(0)).isFalse();
        batch.broken(0);
        batch.broken(0);
        assertThat(batch.max()).isGreaterThan(10_000);
    }

    @Test
    void whatIsDoneLetsItGrowAgain() {
        assertThat(batch.halve(8)).isTrue();
        batch.done();
        assertThat(batch.max()).isEqualTo(8);
        batch.broken(8);
        assertThat(batch.max()).isEqualTo(8);
    }

    @Test
    void afterARefusedZnodeThoseThatNeedNoneComeFirstAndTheOthersByTurns() {
        batch.makerRefused();
        for (int round = 0; round < 3; round++) {
            begin(keyed, plain);
            assertThat(batch.takes(plain, ORDERED)).isTrue();
            assertThat(batch.takes(keyed, ORDERED)).isFalse();
            batch.took();
            begin(keyed, plain);
            assertThat(batch.takes(keyed, ORDERED)).isTrue();
            assertThat(batch.takes(plain, ORDERED)).isFalse();
            assertThat(batch.max()).isEqualTo(1);
            batch.took();
        }
    }

    @Test
    void whatIsPlannedAgainBeforeItIsWrittenIsTheSameTurn() {
        batch.makerRefused();
        begin(keyed, plain);
        begin(keyed, plain);
        assertThat(batch.takes(plain, ORDERED)).isTrue();
    }

    @Test
    void onceManyZnodesAreTakenAgainNobodyIsApart() {
        batch.makerRefused();
        for (int i = 0; i < 10; i++) {
            begin(keyed);
            batch.took();
            batch.done();
        }
        assertThat(batch.takes(keyed, ORDERED)).isTrue();
        assertThat(batch.takes(plain, ORDERED)).isTrue();
        assertThat(batch.max()).isGreaterThan(10_000);
    }
}
