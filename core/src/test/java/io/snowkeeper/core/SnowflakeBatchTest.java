package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnowflakeBatchTest {

    private static final long T = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();

    private final ManualTime time = new ManualTime(T);
    private final Reservation reservation = new Reservation(T - 1, T + 1);
    private final SnowflakeGenerator generator = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
            .clock(time)
            .reservation(reservation)
            .build();

    @Test
    void countsUpWithinAMillisecond() {
        long[] ids = new long[5];

        generator.next(ids, 0, 5);

        long first = Layout.DEFAULT.compose(Layout.DEFAULT.timestampAt(T), 7, 0);
        assertThat(ids).containsExactly(first, first + 1, first + 2, first + 3, first + 4);
    }

    @Test
    void followsWhatWasIssuedBefore() {
        long before = generator.next();
        long[] ids = new long[2];

        generator.next(ids, 0, 2);

        assertThat(ids).containsExactly(before + 1, before + 2);
        assertThat(generator.next()).isEqualTo(before + 3);
    }

    @Test
    void goesOnAtSequence0OfTheNextMillisecond() {
        time.advancingPerRead(1);
        long[] ids = new long[4098];

        generator.next(ids, 0, 4098);

        assertThat(ids[4095]).isEqualTo(Layout.DEFAULT.compose(Layout.DEFAULT.timestampAt(T), 7, 4095));
        assertThat(ids[4096]).isEqualTo(Layout.DEFAULT.compose(Layout.DEFAULT.timestampAt(ids4096Millis(ids)), 7, 0));
        assertThat(ids4096Millis(ids)).isGreaterThan(T);
        assertThat(ids[4097]).isEqualTo(ids[4096] + 1);
        assertThat(ids).doesNotHaveDuplicates().isSorted();
    }

    @Test
    void readsTheClockOncePerMillisecondTouched() {
        int[] readings = {0};
        SnowflakeGenerator counting = SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(() -> T + readings[0]++)
                .build();

        counting.next(new long[3 * 4096], 0, 3 * 4096);

        assertThat(readings[0]).isEqualTo(3);
    }

    @Test
    void leavesTheRestOfTheArrayAlone() {
        long[] ids = new long[5];
        Arrays.fill(ids, -1);

        generator.next(ids, 1, 3);

        assertThat(ids[0]).isEqualTo(-1);
        assertThat(Arrays.copyOfRange(ids, 1, 4)).doesNotContain(-1);
        assertThat(ids[4]).isEqualTo(-1);
    }

    @Test
    void drawsNoMoreThanItWritesIntoAPart() {
        long[] ids = new long[5];
        generator.next(ids, 3, 2);

        assertThat(generator.next()).isEqualTo(ids[4] + 1);
    }

    @Test
    void takesNothingForACountOf0() {
        long before = generator.next();

        generator.next(new long[0], 0, 0);

        assertThat(generator.next()).isEqualTo(before + 1);
    }

    @ParameterizedTest
    @CsvSource({"-1,1", "0,-1", "0,4", "3,1", "4,0", "1,2147483647"})
    void refusesAPartThatTheArrayDoesNotHave(int from, int count) {
        long[] ids = new long[3];

        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> generator.next(ids, from, count))
                .withMessage("Range [%d, %<d + %d) out of bounds for length 3".formatted(from, count));
    }

    @Test
    void fillsTheEndOfTheArray() {
        long[] ids = new long[3];

        generator.next(ids, 2, 1);

        assertThat(ids[2]).isPositive();
    }

    @Test
    void neverRepeatsWhatWasDrawnForABatchThatFailed() {
        time.set(T + 1);
        time.advancingPerRead(1);
        long[] ids = new long[4097];
        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(() -> generator.next(ids, 0, 4097))
                .withMessage("reservation is used up: ids may be issued up to 2026-03-01T12:00:00.001Z, "
                        + "the clock reads 2026-03-01T12:00:00.002Z");

        reservation.extendTo(T + 10);

        assertThat(generator.next()).isGreaterThan(Layout.DEFAULT.compose(Layout.DEFAULT.timestampAt(T + 1), 7, 4095));
    }

    @Test
    void countsTowardsTheHighestSequence() {
        generator.next(new long[100], 0, 100);

        assertThat(generator.highestSequence()).isEqualTo(99);
    }

    private static long ids4096Millis(long[] ids) {
        return Layout.DEFAULT.decompose(ids[4096]).time().toEpochMilli();
    }
}
