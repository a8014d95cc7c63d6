package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TickLengthTest {

    private static final TickLength NANOS = new TickLength(1);
    private static final TickLength ONE_AND_A_HALF_MILLIS = new TickLength(1_500_000);

    @Test
    void tellsTheLastTickThatBeginsWithinAMillisecond() {
        assertThat(NANOS.lastTickOf(0)).isEqualTo(999_999);
        assertThat(ONE_AND_A_HALF_MILLIS.lastTickOf(2)).isEqualTo(1);
        assertThat(ONE_AND_A_HALF_MILLIS.lastTickOf(3)).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1})
    void tellsTick0OfTimesBefore1970(long millis) {
        assertThat(NANOS.lastTickOf(millis)).isZero();
    }

    @Test
    void tellsTheHighestTickOfTimesAfterIt() {
        assertThat(NANOS.lastTickOf(18_446_744_073_710L)).isEqualTo(-1);
        assertThat(NANOS.lastTickOf(Long.MAX_VALUE)).isEqualTo(-1);
        assertThat(new TickLength(1_000_000).lastTickOf(Long.MAX_VALUE)).isEqualTo(-1);
        assertThat(new TickLength(1_000_000).lastTickOf(Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void tellsTheMillisecondInWhichATickBegins() {
        assertThat(ONE_AND_A_HALF_MILLIS.millisOf(1)).isEqualTo(1);
        assertThat(ONE_AND_A_HALF_MILLIS.millisOf(2)).isEqualTo(3);
        assertThat(NANOS.millisOf(-1)).isEqualTo(18_446_744_073_709L);
        assertThat(new TickLength(1_000_000_000).millisOf(-1)).isEqualTo(Long.MAX_VALUE);
    }

    /**
     * An owner's ids are never above its last millisecond, so that a successor with that as its floor is above them.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 3, 1_000, 7_777, 1_000_000, 1_500_000, 999_999_999, 1_000_000_000})
    void countsATickAmongThoseOfTheMillisecondInWhichItBegins(long nanos) {
        TickLength ticks = new TickLength(nanos);
        for (long tick = 1; tick < 3_000; tick++) {
            assertThat(ticks.lastTickOf(ticks.millisOf(tick))).isGreaterThanOrEqualTo(tick);
        }
    }
}
