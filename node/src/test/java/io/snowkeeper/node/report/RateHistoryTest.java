package io.snowkeeper.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RateHistoryTest {

    private static final long U = RateSeries.UNKNOWN;

    private final RateHistory history = new RateHistory();

    @Test
    void ratesComeBackAsTheyWerePut() {
        history.put(100, 7);
        history.put(101, 8);

        assertThat(history.after(Long.MIN_VALUE)).isEqualTo(new RateSeries(100, List.of(7L, 8L)));
    }

    @Test
    void onlyWhatCameLaterIsTold() {
        history.put(100, 7);
        history.put(101, 8);

        assertThat(history.after(100)).isEqualTo(new RateSeries(101, List.of(8L)));
        assertThat(history.after(101)).isEqualTo(RateSeries.EMPTY);
        assertThat(history.after(Long.MAX_VALUE - 1)).isEqualTo(RateSeries.EMPTY);
    }

    @Test
    void whatWasLeftOutIsUnknown() {
        history.put(100, 7);
        history.put(103, 8);

        assertThat(history.after(99).perSecond()).containsExactly(7L, U, U, 8L);
    }

    @Test
    void whatCameLateFindsItsPlace() {
        history.put(103, 8);
        history.put(101, 7);

        assertThat(history.after(99)).isEqualTo(new RateSeries(101, List.of(7L, U, 8L)));
    }

    @Test
    void aQuarterOfAnHourIsKept() {
        for (int second = 0; second < 2000; second++) {
            history.put(second, second);
        }

        RateSeries kept = history.after(Long.MIN_VALUE);
        assertThat(kept.from()).isEqualTo(1100);
        assertThat(kept.perSecond())
                .hasSize(RateHistory.SECONDS)
                .startsWith(1100L)
                .endsWith(1999L);
    }

    @Test
    void afterAPauseLongerThanThatItBeginsAnew() {
        history.put(100, 7);
        history.put(5000, 8);

        assertThat(history.after(Long.MIN_VALUE)).isEqualTo(new RateSeries(5000, List.of(8L)));
    }

    @Test
    void whatIsTooOldIsLeftOut() {
        history.put(5000, 8);
        history.put(100, 7);

        assertThat(history.after(Long.MIN_VALUE)).isEqualTo(new RateSeries(5000, List.of(8L)));
    }

    @Test
    void theMeanIsOfTheLastSecondsThatAreKnown() {
        history.put(100, 1000);
        history.put(101, 10);
        history.put(103, 20);

        assertThat(history.mean(3)).hasValue(15);
        assertThat(history.mean(10)).hasValue(1030.0 / 3);
        assertThat(new RateHistory().mean(10)).isEmpty();
    }

    @Test
    void whatIsForgottenHasNotCome() {
        history.put(100, 7);
        history.put(101, 8);
        history.put(102, 9);
        history.forgetFrom(101);

        assertThat(history.after(Long.MIN_VALUE)).isEqualTo(new RateSeries(100, List.of(7L)));
        assertThat(history.newest()).isEqualTo(100);

        history.forgetFrom(-5000);
        assertThat(history.after(Long.MIN_VALUE)).isEqualTo(RateSeries.EMPTY);
        history.put(50, 3);
        assertThat(history.after(Long.MIN_VALUE)).isEqualTo(new RateSeries(50, List.of(3L)));
    }
}
