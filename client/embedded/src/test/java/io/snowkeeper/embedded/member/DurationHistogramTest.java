package io.snowkeeper.embedded.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DurationHistogramTest {

    private static final int LAST = DurationHistogram.buckets() - 1;

    private final DurationHistogram histogram = new DurationHistogram();

    @Test
    void aDurationIsInTheFirstBucketWhoseBoundItDoesNotExceed() {
        histogram.add(DurationHistogram.boundNanos(3));
        histogram.add(DurationHistogram.boundNanos(3) + 1);

        assertThat(histogram.bucket(3)).isEqualTo(1);
        assertThat(histogram.bucket(4)).isEqualTo(1);
    }

    @Test
    void whatIsLongerThanAllBoundsIsInTheLastBucket() {
        histogram.add(Long.MAX_VALUE / 2);

        assertThat(histogram.bucket(LAST)).isEqualTo(1);
    }

    @Test
    void countAndSumAreOfAllBuckets() {
        histogram.add(100);
        histogram.add(60_000_000_000L);

        assertThat(histogram.count()).isEqualTo(2);
        assertThat(histogram.nanos()).isEqualTo(60_000_000_100L);
    }

    @Test
    void boundsGrow() {
        assertThat(IntStream.range(0, LAST).mapToObj(DurationHistogram::boundNanos))
                .isSorted()
                .doesNotHaveDuplicates();
    }
}
