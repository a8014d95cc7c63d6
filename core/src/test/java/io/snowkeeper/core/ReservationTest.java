package io.snowkeeper.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ReservationTest {

    private final Reservation reservation = new Reservation(10, 20);

    @Test
    void beginsAsGiven() {
        assertThat(reservation.floorMillis()).isEqualTo(10);
        assertThat(reservation.limitMillis()).isEqualTo(20);
        assertThat(reservation.isRevoked()).isFalse();
    }

    @Test
    void movesItsLimitUp() {
        reservation.extendTo(21);

        assertThat(reservation.limitMillis()).isEqualTo(21);
    }

    @Test
    void neverMovesItsLimitDown() {
        reservation.extendTo(19);

        assertThat(reservation.limitMillis()).isEqualTo(20);
    }

    @Test
    void keepsItsFloorWhenItIsExtended() {
        reservation.extendTo(30);

        assertThat(reservation.floorMillis()).isEqualTo(10);
    }

    @Test
    void isRevokedForGood() {
        reservation.revoke();
        reservation.extendTo(Long.MAX_VALUE);

        assertThat(reservation.isRevoked()).isTrue();
        assertThat(reservation.limitMillis()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void coversAllTimeWhenUnlimited() {
        assertThat(Reservation.unlimited().floorMillis()).isEqualTo(Long.MIN_VALUE);
        assertThat(Reservation.unlimited().limitMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void beginsWithTheLowestLimitThatIsNotRevoked() {
        Reservation lowest = new Reservation(10, Long.MIN_VALUE + 1);
        lowest.extendTo(11);

        assertThat(lowest.limitMillis()).isEqualTo(11);
    }

    @Test
    void refusesToBeginRevoked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Reservation(10, Long.MIN_VALUE))
                .withMessage("must be > -9223372036854775808, which stands for a revoked reservation: "
                        + "limitMillis=-9223372036854775808");
    }
}
