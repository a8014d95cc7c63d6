package io.snowkeeper.loadtest.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SendTimesTest {

    private final SendTimes times = new SendTimes(3);
    private final Histogram latencies = new Histogram(3);

    @Test
    void anAnswerIsMeasuredFromTheTimeWhenItsLineWasSent() {
        times.add(100, 2);
        times.add(150, 1);
        times.answered(3, 200, latencies);

        assertThat(latencies.getCountAtValue(100)).isEqualTo(2);
        assertThat(latencies.getCountAtValue(50)).isEqualTo(1);
        assertThat(times.lines()).isZero();
    }

    @Test
    void linesThatWereSentTogetherMayBeAnsweredOneByOne() {
        times.add(100, 2);
        times.answered(1, 110, latencies);
        times.answered(1, 130, latencies);

        assertThat(latencies.getCountAtValue(10)).isEqualTo(1);
        assertThat(latencies.getCountAtValue(30)).isEqualTo(1);
    }

    @Test
    void theRingGoesOnWithoutEnd() {
        for (int i = 0; i < 10; i++) {
            times.add(i, 1);
            times.add(i, 1);
            times.answered(2, i + 5, latencies);
        }

        assertThat(latencies.getCountAtValue(5)).isEqualTo(20);
    }

    @Test
    void moreAnswersThanLinesAreADefectOfTheServer() {
        times.add(0, 1);

        assertThatThrownBy(() -> times.answered(2, 0, latencies)).hasMessage("2 answers came to 1 lines");
    }
}
