package io.snowkeeper.loadtest.attack.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatencySummaryTest {

    @Test
    void tellWhatHalfAndAllButOneOfAHundredTookAtTheMost() {
        List<Sample> samples = LongStream.rangeClosed(1, 200)
                .mapToObj(nanos -> new Sample(0, nanos, false))
                .toList();

        assertThat(LatencySummary.of(samples))
                .isEqualTo(new LatencySummary(200, 0, Duration.ofNanos(100), Duration.ofNanos(198)));
    }

    @Test
    void countWhatFailed() {
        List<Sample> samples = List.of(new Sample(0, 1, false), new Sample(1, 2, true));

        assertThat(LatencySummary.of(samples))
                .isEqualTo(new LatencySummary(2, 1, Duration.ofNanos(1), Duration.ofNanos(2)));
    }

    @Test
    void areZeroWhereNothingWasAsked() {
        assertThat(LatencySummary.of(List.of())).isEqualTo(new LatencySummary(0, 0, Duration.ZERO, Duration.ZERO));
    }
}
