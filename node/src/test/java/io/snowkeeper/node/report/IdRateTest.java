package io.snowkeeper.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IdRateTest {

    private static final long SECOND = 1_000_000_000L;

    private final IdRate rate = new IdRate();

    @Test
    void aRateIsKnownWhenASecondIsOver() {
        assertThat(rate.look(0, 0)).isTrue();
        assertThat(rate.look(SECOND / 2, 500)).isFalse();
        assertThat(rate.mean()).isEmpty();

        assertThat(rate.look(SECOND, 1000)).isTrue();
        assertThat(rate.mean()).hasValue(1000);
    }

    @Test
    void aLateLookMakesNoPeak() {
        rate.look(0, 0);
        rate.look(SECOND * 38 / 10, 3800);

        assertThat(rate.mean()).hasValue(1000);
    }

    @Test
    void whatIsLongerAgoThanTenSecondsCountsNoMore() {
        rate.look(0, 0);
        for (int second = 1; second <= IdRate.SECONDS + 1; second++) {
            rate.look(SECOND * second, 5000 + 100 * second);
        }

        assertThat(rate.mean()).hasValue(100);
    }
}
