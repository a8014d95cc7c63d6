package io.snowkeeper.core.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumberStepTest {

    private static final long MAX = Long.MAX_VALUE;

    private static NumberRange range(long from, long to) {
        return new NumberRange(from, to);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 0",
        "10, 0, 0, 0",
        "10, 1, 0, 1",
        "10, 1, 3, 31",
        "2, 1, 4611686018427387903, 9223372036854775807",
        "10, 7, 922337203685477580, 9223372036854775807",
        "9223372036854775807, 0, 1, 9223372036854775807",
        "9223372036854775807, 5, 0, 5",
    })
    void aPlaceIsThatOfOneNumber(long size, long offset, long place, long number) {
        NumberStep step = new NumberStep(size, offset);
        assertThat(step.number(place)).isEqualTo(number);
        assertThat(step.place(number)).isEqualTo(place);
        assertThat(NumberStep.of(size, number)).isEqualTo(step);
    }

    @Test
    void beyondTheLargestNumberThereIsNone() {
        NumberStep step = new NumberStep(10, 8);
        assertThat(step.number(922_337_203_685_477_579L)).isEqualTo(9_223_372_036_854_775_798L);
        assertThatThrownBy(() -> step.number(922_337_203_685_477_580L)).isInstanceOf(ArithmeticException.class);
        assertThatThrownBy(() -> step.number(MAX)).isInstanceOf(ArithmeticException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "-1, 0", "10, 10", "10, -1"})
    void aStepIsAtLeastOneAndItsFirstNumberBelowIt(long size, long offset) {
        assertThatThrownBy(() -> new NumberStep(size, offset)).isInstanceOf(InvalidSequenceException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE})
    void whoAsksForNoStepIsToldSo(long size) {
        assertThatThrownBy(() -> NumberStep.of(size, 7))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must be >= 1: step=" + size);
    }

    @Test
    void theNumbersOfARangeHavePlacesThatFollowEachOther() {
        NumberStep step = NumberStep.of(10, 1);
        assertThat(step.places(range(21, 1_000_001))).isEqualTo(range(2, 100_000));
        assertThat(step.numbers(range(2, 100_000))).isEqualTo(range(21, 1_000_001));
        assertThat(NumberStep.of(2, MAX).places(range(1, MAX)).size()).isEqualTo(1L << 62);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10 | 1 | 1 | 1000000 | a step of 10 passes over the end of range 1-1000000: to=1000000; end it at 999991 or 1000001",
                "10 | 1 | 5 | 21 | a step of 10 passes over the beginning of range 5-21: from=5; begin it at 1 or 11",
                "10 | 7 | 0 | 27 | a step of 10 passes over the beginning of range 0-27: from=0; begin it at 7",
                "10 | 5 | 5 | 9223372036854775807 | a step of 10 passes over the end of range 5-9223372036854775807: to=9223372036854775807; end it at 9223372036854775805",
            })
    void aRangeThatTheStepPassesOverIsRefusedWithTheNumbersThatWouldDo(
            long size, long offset, long from, long to, String message) {
        assertThatThrownBy(() -> new NumberStep(size, offset).requireReaches(range(from, to)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"12, 11 or 21", "0, 1", "-5, 1", "9223372036854775807, 9223372036854775801"})
    void theNumbersNextToOneThatIsPassedOverAreTold(long number, String nearest) {
        NumberStep step = new NumberStep(10, 1);
        assertThat(step.nearest(number)).isEqualTo(nearest);
        assertThatThrownBy(() -> step.place(number))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("a step of 10 passes over %d: the next to it are %s", number, nearest);
    }

    private static OptionalLong common(
            long size, long offset, NumberRange range, long otherSize, long otherOffset, NumberRange other) {
        return new NumberStep(size, offset).firstCommon(range, new NumberStep(otherSize, otherOffset), other);
    }

    @Test
    void oddAndEvenNumbersNeverMeet() {
        assertThat(common(2, 1, range(1, MAX), 2, 0, range(0, MAX - 1))).isEmpty();
    }

    @Test
    void stepsThatShareNoDivisorMeetWithinTheirProduct() {
        assertThat(common(10, 1, range(1, 1_000_001), 7, 3, range(3, 703))).hasValue(31);
        assertThat(common(10, 1, range(1, 21), 7, 3, range(3, 24))).isEmpty();
    }

    @Test
    void stepsWhoseProductIsBeyondAllNumbersAreComparedExactly() {
        long large = 3_037_000_507L;
        // 5 is left by both; the next number that is comes after the product, which has 64 bits.
        assertThat(common(large, 5, range(5, 5 + large), large - 2, 5, range(5, 5 + large - 2)))
                .hasValue(5);
        assertThat(common(
                        large,
                        5,
                        range(5 + large, 5 + large * 3_000_000_000L),
                        large - 2,
                        5,
                        range(5 + (large - 2), 5 + (large - 2) * 3_000_000_000L)))
                .isEmpty();
        assertThat(common(MAX, 0, range(MAX, MAX), 2, 1, range(1, MAX))).hasValue(MAX);
    }

    @Test
    void theFirstNumberOfBothIsTheOneThatCountingFinds() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 20_000; i++) {
            NumberStep step = NumberStep.of(1 + random.nextLong(12), random.nextLong(40));
            NumberStep other = NumberStep.of(1 + random.nextLong(12), random.nextLong(40));
            NumberRange range = step.numbers(places(random));
            NumberRange otherRange = other.numbers(places(random));

            OptionalLong counted = LongStream.rangeClosed(range.from(), range.to())
                    .filter(step::reaches)
                    .filter(number -> otherRange.from() <= number && number <= otherRange.to())
                    .filter(other::reaches)
                    .findFirst();

            assertThat(step.firstCommon(range, other, otherRange))
                    .as("%s of %s and %s of %s", range, step, otherRange, other)
                    .isEqualTo(counted);
            assertThat(other.firstCommon(otherRange, step, range)).isEqualTo(counted);
        }
    }

    private static NumberRange places(SplittableRandom random) {
        long from = random.nextLong(10);
        return range(from, from + random.nextLong(8));
    }
}
