package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs without a gap, with and without a wait. */
class SnowflakeRunTest {

    private static final long T = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();
    private static final long FIRST = Layout.DEFAULT.compose(Layout.DEFAULT.timestampAt(T), 7, 0);

    private final ManualTime time = new ManualTime(T).stopwatchAdvancingPerRead(Duration.ofMillis(1));
    private final Reservation reservation = new Reservation(T - 1, T);
    private final SnowflakeGenerator generator = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
            .clock(time)
            .nanoTime(time::nanoTime)
            .reservation(reservation)
            .maxRollbackWait(Duration.ofMillis(10))
            .build();

    @Test
    void handsOutAsManyAsAreAskedFor() {
        assertThat(generator.nextRun(5)).isEqualTo(new IdRun(FIRST, 5));
        assertThat(generator.next()).isEqualTo(FIRST + 5);
    }

    @Test
    void handsOutWhatIsLeftOfTheTick() {
        generator.nextRun(4094);

        assertThat(generator.nextRun(5)).isEqualTo(new IdRun(FIRST + 4094, 2));
    }

    @Test
    void waitsForTheNextTickRatherThanHandOutNothing() {
        generator.nextRun(4096);

        assertThatExceptionOfType(ClockStalledException.class).isThrownBy(() -> generator.nextRun(1));
    }

    @Test
    void handsOutWithoutAWaitAsManyAsAreAskedFor() {
        assertThat(generator.tryNextRun(5)).isEqualTo(new IdRun(FIRST, 5));
        assertThat(generator.tryNextRun(5)).isEqualTo(new IdRun(FIRST + 5, 5));
    }

    @Test
    void handsOutWithoutAWaitWhatIsLeftOfTheTick() {
        assertThat(generator.tryNextRun(10_000)).isEqualTo(new IdRun(FIRST, 4096));
    }

    @Test
    void handsOutNothingRatherThanWaitForTheNextTick() {
        generator.tryNextRun(4096);

        assertThat(generator.tryNextRun(1)).isEqualTo(IdRun.EMPTY);
    }

    @Test
    void handsOutNothingRatherThanWaitForAClockThatCatchesUp() {
        generator.next();
        time.set(T - 10);

        assertThat(generator.tryNextRun(1)).isEqualTo(IdRun.EMPTY);
    }

    @Test
    void refusesAClockThatIsFurtherBackThanTheWait() {
        generator.next();
        time.set(T - 11);

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(() -> generator.tryNextRun(1))
                .withMessage("clock moved backwards by 11 ms: it reads 2026-03-01T11:59:59.989Z, "
                        + "ids were issued or reserved up to 2026-03-01T12:00:00Z");
    }

    @Test
    void refusesTimeAboveTheLimit() {
        time.set(T + 1);

        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(() -> generator.tryNextRun(1));
    }

    @Test
    void refusesOnceClosed() {
        generator.close();

        assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(() -> generator.tryNextRun(1));
        assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(() -> generator.nextRun(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void refusesToHandOutLessThanOne(int maxCount) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.nextRun(maxCount))
                .withMessage("must be >= 1: maxCount=" + maxCount);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> generator.tryNextRun(maxCount))
                .withMessage("must be >= 1: maxCount=" + maxCount);
    }

    @Test
    void tellsItsLastId() {
        assertThat(new IdRun(10, 3).last()).isEqualTo(12);
        assertThat(new IdRun(10, 1).last()).isEqualTo(10);
    }

    @Test
    void hasNoLastIdWhenItIsEmpty() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(IdRun.EMPTY::last)
                .withMessage("an empty run has no last id");
    }

    @Test
    void isEmptyWithoutIds() {
        assertThat(IdRun.EMPTY.isEmpty()).isTrue();
        assertThat(new IdRun(0, 1).isEmpty()).isFalse();
    }

    @Test
    void refusesNegativeParts() {
        assertThatIllegalArgumentException().isThrownBy(() -> new IdRun(-1, 1)).withMessage("must be >= 0: first=-1");
        assertThatIllegalArgumentException().isThrownBy(() -> new IdRun(0, -1)).withMessage("must be >= 0: count=-1");
    }
}
