package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import org.junit.jupiter.api.Test;

class MonotonicClockTest {

    private static final long T = 1_772_366_400_000L;

    private long wallMillis = T;
    private long stopwatchNanos = -3;
    private final MonotonicClock clock = new MonotonicClock(() -> wallMillis, () -> stopwatchNanos);

    @Test
    void startsAtTheWallClock() {
        assertThat(clock.millis()).isEqualTo(T);
        assertThat(clock.nanos()).isEqualTo(T * 1_000_000);
    }

    @Test
    void goesOnByTheStopwatch() {
        stopwatchNanos += 1_999_999;

        assertThat(clock.millis()).isEqualTo(T + 1);
        assertThat(clock.nanos()).isEqualTo(T * 1_000_000 + 1_999_999);
    }

    @Test
    void doesNotSeeStepsOfTheWallClock() {
        wallMillis -= 3_600_000;
        stopwatchNanos += 1_000_000;

        assertThat(clock.millis()).isEqualTo(T + 1);
    }

    @Test
    void lagsByTheTimeOfASuspensionThatStopsTheStopwatch() {
        wallMillis += 28_800_000;
        stopwatchNanos += 1_000_000;

        assertThat(clock.millis()).isEqualTo(T + 1);
        assertThat(clock.lagMillis()).isEqualTo(28_799_999);
    }

    @Test
    void isAheadOfAWallClockThatWasSetBack() {
        wallMillis -= 1000;

        assertThat(clock.lagMillis()).isEqualTo(-1000);
    }

    @Test
    void takesTheTimeOfTheWallClockAgainWhenItIsAnchoredAnew() {
        wallMillis -= 4_000;
        stopwatchNanos += 1_999_999;

        clock.anchorAnew();

        assertThat(clock.millis()).isEqualTo(T - 4_000);
        assertThat(clock.nanos()).isEqualTo((T - 4_000) * 1_000_000);
        assertThat(clock.lagMillis()).isZero();
        stopwatchNanos += 1_000_000;
        assertThat(clock.millis()).isEqualTo(T - 3_999);
    }

    @Test
    void issuesIncreasingIdsOverAStepOfTheWallClock() {
        SnowflakeGenerator generator =
                SnowflakeGenerator.builder(Layout.DEFAULT, 7).clock(clock).build();
        long before = generator.next();
        wallMillis -= 3_600_000;

        assertThat(generator.next()).isEqualTo(before + 1);
    }

    @Test
    void isAnchoredToTheSystemsClocksByDefault() {
        long before = System.currentTimeMillis();
        long read = MillisClock.monotonic().millis();

        // The two clocks need not change their millisecond at the same moment.
        assertThat(read).isBetween(before - 1, System.currentTimeMillis() + 1);
    }

    @Test
    void refusesNoWallClockAndNoStopwatch() {
        assertThatNullPointerException()
                .isThrownBy(() -> new MonotonicClock(null, () -> 0))
                .withMessage("wall");
        assertThatNullPointerException()
                .isThrownBy(() -> new MonotonicClock(() -> 0, null))
                .withMessage("stopwatch");
    }

    @Test
    void tellsNanosecondsFrom1970To2554AsUnsignedNumbers() {
        assertThat(at(-1, 999_999).nanos()).isZero();
        assertThat(at(-1, 1_000_001).nanos()).isEqualTo(1);
        assertThat(at(9_223_372_036_854L, 775_808).nanos()).isEqualTo(Long.MIN_VALUE);
        assertThat(Long.toUnsignedString(at(18_446_744_073_709L, 551_614).nanos()))
                .isEqualTo("18446744073709551614");
        assertThat(at(18_446_744_073_709L, 551_615).nanos()).isEqualTo(-1);
        assertThat(at(18_446_744_073_710L, 0).nanos()).isEqualTo(-1);
        assertThat(at(Long.MAX_VALUE, 0).nanos()).isEqualTo(-1);
    }

    @Test
    void followsTheWallClockOnceItIsAnchoredAnew() {
        wallMillis -= 3_600_000;
        stopwatchNanos += 1_000_000;

        clock.anchorAnew();

        assertThat(clock.millis()).isEqualTo(wallMillis);
        assertThat(clock.nanos()).isEqualTo(wallMillis * 1_000_000);
        assertThat(clock.lagMillis()).isZero();
    }

    private MonotonicClock at(long millis, long elapsedNanos) {
        wallMillis = millis;
        MonotonicClock made = new MonotonicClock(() -> wallMillis, () -> stopwatchNanos);
        stopwatchNanos += elapsedNanos;
        return made;
    }
}
