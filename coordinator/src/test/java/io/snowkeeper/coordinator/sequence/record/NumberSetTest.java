package io.snowkeeper.coordinator.sequence.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class NumberSetTest {

    private static NumberRange run(long from, long to) {
        return new NumberRange(from, to);
    }

    @Test
    void neighboursAreJoined() {
        NumberSet set = NumberSet.of(List.of(run(5, 6), run(1, 2), run(3, 4), run(8, 8)));
        assertThat(set.runs()).containsExactly(run(1, 6), run(8, 8));
    }

    @Test
    void theLowestNumbersAreTakenFirst() {
        NumberSet set = NumberSet.of(List.of(run(10, 12), run(2, 3)));
        assertThat(set.lowest(4)).containsExactly(run(2, 3), run(10, 11));
        assertThat(set.withoutLowest(4).runs()).containsExactly(run(12, 12));
    }

    @Test
    void moreThanThereIsGivesAll() {
        NumberSet set = NumberSet.of(List.of(run(2, 3)));
        assertThat(set.lowest(9)).containsExactly(run(2, 3));
        assertThat(set.withoutLowest(9).isEmpty()).isTrue();
    }

    @Test
    void theLargestNumberHasNoNeighbourAboveIt() {
        NumberSet set = NumberSet.of(List.of(run(Long.MAX_VALUE, Long.MAX_VALUE), run(1, 1)));
        assertThat(set.runs()).containsExactly(run(1, 1), run(Long.MAX_VALUE, Long.MAX_VALUE));
    }

    @RepeatedTest(50)
    void itIsASetOfNumbers(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        TreeSet<Long> model = new TreeSet<>();
        NumberSet set = NumberSet.EMPTY;
        for (int step = 0; step < 200; step++) {
            long number = random.nextLong(1, 60);
            if (random.nextInt(3) > 0 && model.add(number)) {
                set = set.plus(run(number, number));
            } else if (!model.isEmpty()) {
                int count = random.nextInt(1, model.size() + 1);
                set = set.withoutLowest(count);
                for (int i = 0; i < count; i++) {
                    model.pollFirst();
                }
            }
            assertThat(set.size()).isEqualTo(model.size());
            for (long candidate = 1; candidate < 60; candidate++) {
                assertThat(set.contains(candidate)).isEqualTo(model.contains(candidate));
            }
        }
    }
}
