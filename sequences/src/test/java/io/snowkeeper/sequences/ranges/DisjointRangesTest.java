package io.snowkeeper.sequences.ranges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DisjointRangesTest {

    private static SteppedRanges by(NumberStep step, NumberRange... ranges) {
        return new SteppedRanges(List.of(ranges), step);
    }

    private static Optional<NumberRange> overlapping(DisjointRanges ranges, long from, long to) {
        Optional<NumberRange> found = ranges.overlapping(by(NumberStep.ONE, new NumberRange(from, to)))
                .map(DisjointRanges.Common::ours);
        assertThat(ranges.mayOverlap(from, to)).isEqualTo(found.isPresent());
        return found;
    }

    @Test
    void ofManyRangesTheOneThatOverlapsIsFound() {
        DisjointRanges ranges = new DisjointRanges(
                by(NumberStep.ONE, new NumberRange(100, 199), new NumberRange(1, 9), new NumberRange(50, 50)));
        assertThat(overlapping(ranges, 0, 0)).isEmpty();
        assertThat(overlapping(ranges, 0, 1)).hasValue(new NumberRange(1, 9));
        assertThat(overlapping(ranges, 10, 49)).isEmpty();
        assertThat(overlapping(ranges, 5, 60)).isPresent();
        assertThat(overlapping(ranges, 199, Long.MAX_VALUE)).hasValue(new NumberRange(100, 199));
        assertThat(overlapping(ranges, 200, Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void aRangeThatIsPassedOverHidesNoneBeforeIt() {
        DisjointRanges tens =
                new DisjointRanges(by(new NumberStep(10, 1), new NumberRange(1, 101), new NumberRange(201, 211)));
        SteppedRanges sevens = by(new NumberStep(7, 3), new NumberRange(3, 304));

        assertThat(tens.overlapping(sevens))
                .hasValue(new DisjointRanges.Common(new NumberRange(1, 101), new NumberRange(3, 304), 31, true));
    }

    @Test
    void whatTwoSequencesHaveInCommonIsFoundAsByCounting() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 3_000; i++) {
            SteppedRanges ours = random(random);
            SteppedRanges theirs = random(random);

            assertThat(new DisjointRanges(ours).overlapping(theirs).isPresent())
                    .as("%s and %s", ours, theirs)
                    .isEqualTo(numbers(ours).anyMatch(number -> numbers(theirs).anyMatch(other -> other == number)));
        }
    }

    private static SteppedRanges random(SplittableRandom random) {
        NumberStep step = NumberStep.of(1 + random.nextInt(9), random.nextInt(9));
        long first = random.nextInt(3);
        long second = first + 3 + random.nextInt(6);
        return by(
                step,
                step.numbers(new NumberRange(second, second + random.nextInt(4))),
                step.numbers(new NumberRange(first, first + random.nextInt(3))));
    }

    private static LongStream numbers(SteppedRanges ranges) {
        return ranges.ranges().stream()
                .flatMapToLong(range -> LongStream.rangeClosed(range.from(), range.to()))
                .filter(ranges.step()::reaches);
    }
}
