package io.snowkeeper.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RateSamplerTest {

    private static final long SECOND = 1_000_000_000L;

    private final RateHistory history = new RateHistory();
    private final RateSampler sampler = new RateSampler(history, 0);

    @Test
    void aSecondsRateIsKnownWhenItIsOver() {
        assertThat(sampler.look(100, 0, 0)).isTrue();
        assertThat(sampler.look(100, SECOND / 2, 500)).isFalse();
        assertThat(history.after(0)).isEqualTo(RateSeries.EMPTY);

        assertThat(sampler.look(101, SECOND, 1000)).isTrue();
        assertThat(history.after(0).perSecond()).containsExactly(1000L);
    }

    @Test
    void whatWasCountedBeforeTheFirstLookIsTold() {
        sampler.look(100, SECOND / 2, 900);
        sampler.look(101, SECOND * 3 / 2, 1500);

        assertThat(history.after(0).perSecond()).containsExactly(1000L);
    }

    @Test
    void aLateLookMakesNoPeak() {
        sampler.look(100, 0, 0);
        sampler.look(101, SECOND * 12 / 10, 1200);
        sampler.look(102, SECOND * 2, 2000);

        assertThat(history.after(0).perSecond()).containsExactly(1000L, 1000L);
    }

    @Test
    void secondsWithoutALookHaveTheRateOfThemAll() {
        sampler.look(100, 0, 0);
        sampler.look(104, SECOND * 4, 4000);

        assertThat(history.after(0).perSecond()).containsExactly(1000L, 1000L, 1000L, 1000L);
    }

    @Test
    void aClockThatWasSetBackBeginsAnewWhereItIs() {
        sampler.look(100, 0, 0);
        sampler.look(50, SECOND, 500);
        sampler.look(51, SECOND * 2, 1500);

        assertThat(history.after(0).perSecond()).containsExactly(1000L);
    }

    @Test
    void whatIsAheadOfAClockThatWasSetBackIsForgotten() {
        sampler.look(100, 0, 0);
        sampler.look(101, SECOND, 5000);
        sampler.look(102, SECOND * 2, 10_000);
        sampler.look(51, SECOND * 3, 10_000);
        sampler.look(52, SECOND * 4, 10_100);

        assertThat(history.newest()).isEqualTo(51);
        assertThat(history.mean(10)).hasValue(100);
    }
}
