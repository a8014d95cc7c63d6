package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class AdvanceTest {

    private static SequenceRecord record(int ranges) {
        return SequenceRecord.of(
                new SequenceDefinition(
                        "A",
                        SequenceMode.ORDERED,
                        LongStream.range(0, ranges)
                                .mapToObj(i -> new NumberRange(10 * i + 1, 10 * i + 5))
                                .toList(),
                        SequenceOptions.DEFAULT),
                StateLimits.DEFAULT);
    }

    @Test
    void theNextNumberIsTheOneThatIsSaid() {
        SequenceRecord advanced = new Advance("A", 23).of(record(3));

        assertThat(advanced.next()).hasValue(23);
        assertThat(advanced).isEqualTo(record(3).withTaken(12));
    }

    @Test
    void whereItIsTheNextNumberAlreadyNothingIsChanged() {
        SequenceRecord before = record(3).withTaken(7);

        assertThat(new Advance("A", 13).of(before)).isEqualTo(before);
    }

    @Test
    void aNumberThatTheStepPassesOverIsRefusedWithTheNumbersNextToIt() {
        SequenceRecord tens = SequenceRecord.of(
                new SequenceDefinition(
                                "A",
                                SequenceMode.BLOCK,
                                List.of(new NumberRange(1, 101), new NumberRange(1_001, 2_001)),
                                SequenceOptions.DEFAULT)
                        .withStep(10),
                StateLimits.DEFAULT);

        assertThat(new Advance("A", 1_011).of(tens).next()).hasValue(1_011);
        assertThat(new Advance("A", 1_011).of(tens).taken()).isEqualTo(12);
        assertThatThrownBy(() -> new Advance("A", 1_010).of(tens))
                .isInstanceOf(SequencePreconditionException.class)
                .hasMessage(
                        "sequence A can be advanced only to a number of its ranges: to=1010, ranges=1-101, 1001-2001, step=10;"
                                + " advance it to 1001 or 1011");
    }

    @Test
    void ofVeryManyRangesTheErrorShowsTheFirst() {
        assertThatThrownBy(() -> new Advance("A", 6).of(record(40)))
                .isInstanceOf(SequencePreconditionException.class)
                .hasMessage(
                        "sequence A can be advanced only to a number of its ranges: to=6, ranges=1-5, 11-15, 21-25, 31-35,"
                                + " 41-45 and 35 more; append the range first");
    }
}
