package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether a generator would issue an id, asked without taking one. */
class SnowflakeRefusalTest {

    private static final long T = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();
    private static final Duration ROLLBACK_WAIT = Duration.ofMillis(10);

    private final ManualTime time = new ManualTime(T);
    private final Reservation reservation = new Reservation(T - 1, T + 60_000);
    private final SnowflakeGenerator generator = generator(reservation);

    @Test
    void takesNoId() {
        long first = generator.next();

        assertThat(generator.refusal()).isEmpty();

        assertThat(generator.next()).isEqualTo(first + 1);
    }

    @Test
    void isThatOfAClockThatWentBackFurtherThanACallerWaits() {
        generator.next();
        time.set(T - 11);

        assertThat(reason()).contains(UnavailableReason.CLOCK_MOVED_BACKWARDS);
    }

    @Test
    void isThatOfAClockBeforeTheEpoch() {
        time.set(0);

        assertThat(reason()).contains(UnavailableReason.CLOCK_BEFORE_EPOCH);
    }

    @Test
    void isNoneWhereACallerOnlyWaits() {
        generator.next();
        time.set(T - 10);

        assertThat(generator.refusal()).isEmpty();
    }

    @Test
    void isNoneWhileTheTickIsUsedUp() {
        generator.next(new long[4096], 0, 4096);

        assertThat(generator.refusal()).isEmpty();
    }

    @Test
    void isThatOfAFloorAheadOfTheClock() {
        assertThat(generator(new Reservation(T + 3_600_000, T + 3_660_000))
                        .refusal()
                        .map(IdUnavailableException::reason))
                .contains(UnavailableReason.CLOCK_MOVED_BACKWARDS);
    }

    @Test
    void isThatOfAReservationThatIsUsedUp() {
        time.set(T + 60_001);

        assertThat(reason()).contains(UnavailableReason.RESERVATION_USED_UP);
    }

    @Test
    void isThatOfAWorkerIdThatBelongsToSomebodyElse() {
        reservation.revoke();

        assertThat(reason()).contains(UnavailableReason.NO_WORKER_ID);
    }

    @Test
    void isThatOfALayoutAtItsEnd() {
        SnowflakeGenerator endless = generator(Reservation.unlimited());
        time.set(Layout.DEFAULT.end().toEpochMilli());
        assertThat(endless.refusal()).isEmpty();

        time.set(Layout.DEFAULT.end().toEpochMilli() + 1);

        assertThat(endless.refusal().map(IdUnavailableException::reason)).contains(UnavailableReason.LAYOUT_ENDED);
    }

    @Test
    void isThatOfAClosedGenerator() {
        generator.close();

        assertThat(generator.refusal()).containsInstanceOf(GeneratorClosedException.class);
    }

    private Optional<UnavailableReason> reason() {
        return generator.refusal().map(IdUnavailableException::reason);
    }

    private SnowflakeGenerator generator(Reservation reserved) {
        return SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(time)
                .reservation(reserved)
                .maxRollbackWait(ROLLBACK_WAIT)
                .build();
    }
}
