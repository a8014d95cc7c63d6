package io.snowkeeper.node.report.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.node.report.RateHistory;
import io.snowkeeper.node.report.RateSeries;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class SumOfSeriesTest {

    private static NamedSeries series(String node, long from, Long... rates) {
        return new NamedSeries(node, new RateSeries(from, List.of(rates)));
    }

    @Test
    void ratesOfTheSameSecondAreAdded() {
        assertThat(SumOfSeries.of(List.of(series("n1", 100, 1L, 2L), series("n2", 100, 10L, 20L))))
                .isEqualTo(new RateSeries(100, List.of(11L, 22L)));
    }

    @Test
    void aSecondThatNotAllHaveToldYetIsWaitedFor() {
        assertThat(SumOfSeries.of(List.of(series("n1", 100, 1L, 2L, 3L), series("n2", 100, 10L, 20L)))
                        .perSecond())
                .containsExactly(11L, 22L);
    }

    @Test
    void whoHasGoneIsNotWaitedFor() {
        assertThat(SumOfSeries.of(List.of(series("n1", 100, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L), series("n2", 100, 10L)))
                        .perSecond())
                .containsExactly(11L, 2L, 3L, 4L, 5L, 6L, 7L, 8L);
    }

    @Test
    void whatNobodyHasToldIsUnknown() {
        assertThat(SumOfSeries.of(List.of(series("n1", 100, 1L, RateSeries.UNKNOWN, 3L)))
                        .perSecond())
                .containsExactly(1L, RateSeries.UNKNOWN, 3L);
        assertThat(SumOfSeries.of(List.of())).isEqualTo(RateSeries.EMPTY);
    }

    @Test
    void aNodeWhoseClockIsFarBackMakesItNoLongerThanAQuarterOfAnHour() {
        RateSeries sum = SumOfSeries.of(List.of(
                series("n1", Views.T.getEpochSecond(), 1L, 2L),
                series("n2", 0, 10L),
                series("n3", Instant.MIN.getEpochSecond(), 10L)));

        assertThat(sum.perSecond()).hasSize(RateHistory.SECONDS).endsWith(RateSeries.UNKNOWN, 1L, 2L);
        assertThat(sum.end()).isEqualTo(Views.T.getEpochSecond() + 2);
    }

    @Test
    void ratesThatCannotBeAddNothingThatOverflows() {
        assertThat(SumOfSeries.of(List.of(
                                series("n1", 100, Long.MAX_VALUE, 2L),
                                series("n2", 100, Long.MAX_VALUE, Long.MIN_VALUE)))
                        .perSecond())
                .containsExactly(Long.MAX_VALUE, 2L);
    }
}
