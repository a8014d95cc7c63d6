package io.snowkeeper.simulation.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.simulation.judge.SequenceJudge.Call;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SequenceJudgeTest {

    private final SequenceJudge block = new SequenceJudge("s", SequenceMode.BLOCK);
    private final SequenceJudge ordered = new SequenceJudge("s", SequenceMode.ORDERED);
    private final SequenceJudge gapless = new SequenceJudge("s", SequenceMode.GAPLESS);

    @Test
    void aNumberMayComeOnce() {
        block.granted(call(block), numbers(7));

        broken(() -> block.granted(call(block), numbers(7)), "7 was given by n0.1, and again by n0.1");
    }

    @Test
    void aKeyGetsTheSameAgain() {
        Call call = block.asked("n0.1", Optional.of("k"));
        block.granted(call, numbers(7));
        block.granted(block.askedAgain(call, "n1.1"), numbers(7));

        broken(() -> block.granted(block.askedAgain(call, "n1.1"), numbers(8)), "key k got [8] from n1.1, and [7]");
    }

    @Test
    void numbersAreAStepApartAndThoseOfTheNextSequenceByItsOwn() {
        block.counts(0, 10);
        block.counts(1, 7);
        block.granted(call(block), numbers(1));
        block.granted(call(block), numbers(21));
        block.granted(call(block), numbers(SequenceJudge.RANGE + 8));

        broken(() -> block.granted(call(block), numbers(22)), "gave 22, which no step of 10 reaches");
        broken(
                () -> block.granted(call(block), numbers(SequenceJudge.RANGE + 11)),
                "gave 100000011, which no step of 7 reaches");
    }

    @Test
    void orderedNumbersFollowRealTime() {
        Call before = call(ordered);
        ordered.granted(call(ordered), numbers(7));
        ordered.granted(before, numbers(5));
        Call after = call(ordered);

        broken(() -> ordered.granted(after, numbers(6)), "gave 6, and 7 had been given when it was asked");
    }

    @Test
    void aDeletedSequenceGivesNothingToWhoAsksAfterwards() {
        Call before = call(ordered);
        ordered.deleted(0);
        ordered.granted(before, numbers(1));

        broken(() -> ordered.granted(call(ordered), numbers(2)), "of a sequence that had been deleted");
    }

    @Test
    void whatANodeKeepsOfABlockMayOutliveItsSequence() {
        block.deleted(0);
        block.granted(call(block), numbers(1));

        assertThat(block.count()).isEqualTo(1);
    }

    @Test
    void whatWasConfirmedIsNotGivenAgain() {
        gapless.granted(call(gapless), numbers(1));
        gapless.granted(call(gapless), numbers(1));
        gapless.confirmed("r-1", numbers(1));

        broken(() -> gapless.granted(call(gapless), numbers(1)), "gave 1, which was confirmed");
    }

    @Test
    void aNumberIsConfirmedOnce() {
        gapless.confirmed("r-1", numbers(1));
        gapless.confirmed("r-1", numbers(1));

        broken(() -> gapless.confirmed("r-2", numbers(1)), "1 was confirmed by r-1, and again by r-2");
    }

    @Test
    void noNumberIsMissing() {
        gapless.confirmed("r-1", numbers(1));
        gapless.confirming(numbers(2));
        gapless.requireNoHoles(Set.of(3L), 3);

        broken(() -> gapless.requireNoHoles(Set.of(3L), 4), "4 was never confirmed, and is not given again");
    }

    @Test
    void aKeyThatDataWhichWerePutBackDoNotTellOfGetsAnotherNumberOnce() {
        Call early = block.asked("n0.1", Optional.of("early"));
        Call late = block.asked("n0.1", Optional.of("late"));
        block.granted(early, numbers(1));
        block.granted(late, numbers(2));
        block.putBack(Set.of("late"), Set.of());
        block.goesOn(0);
        block.granted(late, numbers(3));

        broken(() -> block.granted(late, numbers(4)), "key late got [4] from n0.1, and [3] before");
        broken(() -> block.granted(early, numbers(4)), "key early got [4] from n0.1, and [1] before");
    }

    @Test
    void aSequenceThatWasDeletedMayBePutBack() {
        ordered.granted(call(ordered), numbers(1));
        ordered.deleted(0);
        ordered.granted(call(ordered), numbers(SequenceJudge.RANGE + 1));
        Call before = call(ordered);
        ordered.putBack(Set.of(), Set.of());
        ordered.goesOn(0);
        ordered.granted(ordered.askedAgain(before, "n1.1"), numbers(2));

        broken(() -> ordered.granted(call(ordered), numbers(1)), "1 was given by n0.1, and again by n0.1");
    }

    @Test
    void whatWasConfirmedInDataThatWereLostIsNeitherGivenAgainNorLookedForInTheLedger() {
        gapless.confirmed("r-1", numbers(1));
        gapless.confirmed("r-2", numbers(2));
        gapless.putBack(Set.of(), Set.of(2L));

        assertThat(gapless.confirmed()).containsExactly(1L);
        broken(() -> gapless.granted(call(gapless), numbers(2)), "gave 2, which was confirmed");
    }

    private static Call call(SequenceJudge judge) {
        return judge.asked("n0.1", Optional.empty());
    }

    private static Grant numbers(long... each) {
        return new Grant(
                Arrays.stream(each)
                        .mapToObj(number -> new NumberRange(number, number))
                        .toList(),
                Optional.empty());
    }

    private static void broken(Runnable work, String message) {
        assertThatExceptionOfType(BrokenPromiseException.class)
                .isThrownBy(work::run)
                .withMessageContaining(message);
    }
}
