package io.snowkeeper.coordinator.sequence.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.plan.BlockStock;
import io.snowkeeper.coordinator.sequence.plan.Command;
import io.snowkeeper.coordinator.sequence.plan.NextCommand;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import java.util.List;
import org.junit.jupiter.api.Test;

class PortionTest {

    private static final SequenceRecord ORDERED = SequenceRecord.of(new SequenceDefinition(
            "A", SequenceMode.ORDERED, List.of(new NumberRange(1, 100)), SequenceOptions.DEFAULT));

    private final Command<?> plain = command(NextRequest.of("A"));
    private final Command<?> keyed = command(NextRequest.of("A").withKey("key"));
    private final Portion portion = new Portion();

    private static Command<?> command(NextRequest request) {
        return new NextCommand(request, new BlockStock(() -> {}), unused -> {}, 0, 1);
    }

    private void begin(Command<?>... waiting) {
        portion.begin(List.of(waiting), ORDERED, false);
    }

    @Test
    void aConnectionThatBreaksOnceOnAWriteMakesNothingLess() {
        portion.broken(500);
        assertThat(portion.limit()).isGreaterThan(10_000);
    }

    @Test
    void fromTheSecondTimeOnItIsHalfOfWhatWasPlannedDownToOne() {
        portion.broken(500);
        portion.broken(500);
        assertThat(portion.limit()).isEqualTo(250);
        for (int planned = 250; planned > 0; planned /= 2) {
            portion.broken(planned);
        }
        assertThat(portion.limit()).isEqualTo(1);
        portion.broken(1);
        assertThat(portion.limit()).isEqualTo(1);
    }

    @Test
    void whatNeedsManyOperationsByItselfCannotBeLessThanOne() {
        assertThat(portion.halve(3)).isTrue();
        assertThat(portion.halve(3)).isFalse();
        assertThat(portion.halve(1)).isFalse();
    }

    @Test
    void whatIsForNobodyWasNotTooMuch() {
        assertThat(portion.halve(0)).isFalse();
        portion.broken(0);
        portion.broken(0);
        assertThat(portion.limit()).isGreaterThan(10_000);
    }

    @Test
    void whatIsDoneLetsItGrowAgain() {
        assertThat(portion.halve(8)).isTrue();
        portion.done();
        assertThat(portion.limit()).isEqualTo(8);
        portion.broken(8);
        assertThat(portion.limit()).isEqualTo(8);
    }

    @Test
    void afterARefusedZnodeThoseThatNeedNoneComeFirstAndTheOthersByTurns() {
        portion.makerRefused();
        for (int round = 0; round < 3; round++) {
            begin(keyed, plain);
            assertThat(portion.takes(plain, ORDERED)).isTrue();
            assertThat(portion.takes(keyed, ORDERED)).isFalse();
            portion.took();
            begin(keyed, plain);
            assertThat(portion.takes(keyed, ORDERED)).isTrue();
            assertThat(portion.takes(plain, ORDERED)).isFalse();
            assertThat(portion.limit()).isEqualTo(1);
            portion.took();
        }
    }

    @Test
    void whatIsPlannedAgainBeforeItIsWrittenIsTheSameTurn() {
        portion.makerRefused();
        begin(keyed, plain);
        begin(keyed, plain);
        assertThat(portion.takes(plain, ORDERED)).isTrue();
    }

    @Test
    void onceManyZnodesAreTakenAgainNobodyIsApart() {
        portion.makerRefused();
        for (int i = 0; i < 10; i++) {
            begin(keyed);
            portion.took();
            portion.done();
        }
        assertThat(portion.takes(keyed, ORDERED)).isTrue();
        assertThat(portion.takes(plain, ORDERED)).isTrue();
        assertThat(portion.limit()).isGreaterThan(10_000);
    }
}
