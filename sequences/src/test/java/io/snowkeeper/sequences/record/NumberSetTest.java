package io.snowkeeper.sequences.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.core.sequence.NumberRange;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    // As it is written.

    private static NumberSet decoded(String json) throws IOException {
        return PayloadCodec.decode(json.getBytes(UTF_8), NumberSet.class);
    }

    @Test
    void eachRunIsToldByItsDistanceAndItsSize() throws IOException {
        NumberSet numbers =
                NumberSet.of(List.of(run(0, 0), run(1_000_000, 1_000_002), run(Long.MAX_VALUE, Long.MAX_VALUE)));
        String json = new String(PayloadCodec.encode(numbers), UTF_8);
        assertThat(json).isEqualTo("[0,1,1000000,3,9223372036853775805,1]");
        assertThat(decoded(json)).isEqualTo(numbers);
        assertThat(decoded("[]")).isEqualTo(NumberSet.EMPTY);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            [1,1,2] | must be pairs: length=3
            [1,0] | a range's last number must be >= its first: from=1, to=0
            [9223372036854775807,2] | a range's last number must be >= its first: from=9223372036854775807, to=-9223372036854775808
            """)
    void whatIsNoNumbersIsRefused(String json, String message) {
        assertThatThrownBy(() -> decoded(json)).isInstanceOf(IOException.class).hasMessage(message);
    }
}
