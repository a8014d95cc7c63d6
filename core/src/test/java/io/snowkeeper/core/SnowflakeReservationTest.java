package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The ids that a generator may issue: above the floor, up to the limit. */
class SnowflakeReservationTest {

    private static final long T = Instant.parse("2026-03-01T12:00:00Z").toEpochMilli();

    private final ManualTime time = new ManualTime(T).stopwatchAdvancingPerRead(Duration.ofMillis(1));

    @Test
    void issuesAboveTheFloor() {
        assertThat(issuedUnder(new Reservation(T - 1, T))).isEqualTo(T);
    }

    @Test
    void issuesNothingAtTheFloor() {
        SnowflakeGenerator generator = under(new Reservation(T, Long.MAX_VALUE));

        assertThatExceptionOfType(ClockStalledException.class).isThrownBy(generator::next);
    }

    @Test
    void waitsForTheFirstMillisecondAboveTheFloor() {
        int[] readings = {0};
        SnowflakeGenerator generator = builder(new Reservation(T, Long.MAX_VALUE))
                .clock(() -> readings[0]++ < 5 ? T : T + 1)
                .build();

        assertThat(generator.next()).isEqualTo(Layout.DEFAULT.compose(Layout.DEFAULT.timestampAt(T + 1), 7, 0));
    }

    @Test
    void issuesNothingBelowTheFloor() {
        SnowflakeGenerator generator = under(new Reservation(T + 1, Long.MAX_VALUE));

        assertThatExceptionOfType(ClockMovedBackwardsException.class)
                .isThrownBy(generator::next)
                .withMessage("clock moved backwards by 1 ms: it reads 2026-03-01T12:00:00Z, "
                        + "ids were issued or reserved up to 2026-03-01T12:00:00.001Z");
    }

    @Test
    void keepsToTheHigherOfTwoFloors() {
        SnowflakeGenerator own = builder(new Reservation(T - 5, Long.MAX_VALUE))
                .floorMillis(T + 2)
                .build();
        SnowflakeGenerator reserved = builder(new Reservation(T + 2, Long.MAX_VALUE))
                .floorMillis(T - 5)
                .build();

        assertThat(own.lastMillis()).isEqualTo(T + 2);
        assertThat(reserved.lastMillis()).isEqualTo(T + 2);
    }

    @Test
    void issuesNothingAboveAFloorAtTheLayoutsEnd() {
        SnowflakeGenerator generator = under(new Reservation(Long.MAX_VALUE - 1, Long.MAX_VALUE));

        assertThatExceptionOfType(ClockMovedBackwardsException.class).isThrownBy(generator::next);
    }

    @Test
    void issuesBelowTheLimit() {
        assertThat(issuedUnder(new Reservation(T - 1, T + 1))).isEqualTo(T);
    }

    @Test
    void issuesAtTheLimit() {
        assertThat(issuedUnder(new Reservation(T - 1, T))).isEqualTo(T);
    }

    @Test
    void issuesNothingAboveTheLimit() {
        SnowflakeGenerator generator = under(new Reservation(T - 10, T - 1));

        ReservationExhaustedException refusal =
                catchThrowableOfType(ReservationExhaustedException.class, generator::next);

        assertThat(refusal)
                .hasMessage("reservation is used up: ids may be issued up to 2026-03-01T11:59:59.999Z, "
                        + "the clock reads 2026-03-01T12:00:00Z");
        assertThat(refusal.limitMillis()).isEqualTo(T - 1);
        assertThat(refusal.nowMillis()).isEqualTo(T);
    }

    @Test
    void goesOnWhenTheLimitIsMovedUp() {
        Reservation reservation = new Reservation(T - 1, T);
        SnowflakeGenerator generator = under(reservation);
        generator.next();
        time.set(T + 1);
        assertThatExceptionOfType(ReservationExhaustedException.class).isThrownBy(generator::next);

        reservation.extendTo(T + 1);

        assertThat(Layout.DEFAULT.decompose(generator.next()).time()).isEqualTo(Instant.ofEpochMilli(T + 1));
    }

    @Test
    void issuesNothingOnceRevoked() {
        Reservation reservation = new Reservation(T - 1, T + 1000);
        SnowflakeGenerator generator = under(reservation);
        generator.next();

        reservation.revoke();

        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(generator::next)
                .withMessage("reservation is revoked: the worker id belongs to someone else");
    }

    @Test
    void holdsTheLimitAgainstTheStartOfATickOfASecond() {
        Layout seconds = new Layout(Layout.DEFAULT.epochMillis(), Tick.SECOND, 31, 10, 22);
        time.set(T + 999);

        assertThat(bySecond(seconds, new Reservation(T - 1, T)).next()).isPositive();
        assertThatExceptionOfType(ReservationExhaustedException.class)
                .isThrownBy(bySecond(seconds, new Reservation(T - 1000, T - 1))::next);
    }

    @Test
    void leavesTheFloorsTickOfASecondToItsFormerOwner() {
        Layout seconds = new Layout(Layout.DEFAULT.epochMillis(), Tick.SECOND, 31, 10, 22);
        time.set(T + 999);

        assertThatExceptionOfType(ClockStalledException.class)
                .isThrownBy(bySecond(seconds, new Reservation(T, Long.MAX_VALUE))::next);
    }

    private long issuedUnder(Reservation reservation) {
        return Layout.DEFAULT.decompose(under(reservation).next()).time().toEpochMilli();
    }

    private SnowflakeGenerator bySecond(Layout seconds, Reservation reservation) {
        return SnowflakeGenerator.builder(seconds, 7)
                .clock(time)
                .nanoTime(time::nanoTime)
                .reservation(reservation)
                .build();
    }

    private SnowflakeGenerator under(Reservation reservation) {
        return builder(reservation).build();
    }

    private SnowflakeGenerator.Builder builder(Reservation reservation) {
        return SnowflakeGenerator.builder(Layout.DEFAULT, 7)
                .clock(time)
                .nanoTime(time::nanoTime)
                .reservation(reservation);
    }
}
