package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ContentionTest {

    private static final long MILLI = 1_000_000;

    private final Contention contention = new Contention();

    private void writesTake(long nanos) {
        for (int i = 0; i < 100; i++) {
            contention.written(nanos);
        }
    }

    @Test
    void threeConflictsWithinATurnAreContentionThatLasts() {
        writesTake(MILLI);
        assertThat(contention.conflicted(1_000 * MILLI)).isFalse();
        assertThat(contention.conflicted(1_010 * MILLI)).isFalse();
        assertThat(contention.conflicted(1_019 * MILLI)).isTrue();
        // It is for a wait; after that it has to be found anew.
        assertThat(contention.conflicted(1_019 * MILLI)).isFalse();
        assertThat(contention.conflicted(1_019 * MILLI)).isFalse();
        assertThat(contention.conflicted(1_019 * MILLI)).isTrue();
    }

    @Test
    void conflictsNowAndThenAreNot() {
        writesTake(MILLI);
        for (int i = 0; i < 100; i++) {
            assertThat(contention.conflicted(i * 11L * MILLI)).isFalse();
            contention.written(MILLI);
        }
    }

    @Test
    void threeConflictsWithoutAWriteOfOnesOwnAreContentionHoweverLongTheyTake() {
        assertThat(contention.conflicted(0)).isFalse();
        assertThat(contention.conflicted(1_000 * MILLI)).isFalse();
        assertThat(contention.conflicted(2_000 * MILLI)).isTrue();
    }

    @Test
    void aLongRestIsForgottenSoon() {
        writesTake(MILLI);
        contention.idled(3_600_000 * MILLI);
        assertThat(contention.maxIdleNanos()).isZero();
        for (int i = 0; i < 4; i++) {
            contention.idled(MILLI / 10);
        }
        assertThat(contention.maxIdleNanos()).isPositive();
    }

    @Test
    void aTurnIsTwentyRoundTripsWithinBounds() {
        writesTake(MILLI);
        assertThat(Duration.ofNanos(contention.turnNanos()).toMillis()).isEqualTo(20);
        writesTake(1);
        assertThat(contention.turnNanos()).isEqualTo(10 * MILLI);
        writesTake(1_000 * MILLI);
        assertThat(contention.turnNanos()).isEqualTo(100 * MILLI);
    }

    @Test
    void oneSlowWriteMakesTurnsLittleLonger() {
        writesTake(MILLI);
        contention.written(1_000 * MILLI);
        assertThat(contention.turnNanos()).isBetween(20 * MILLI, 25 * MILLI);
    }

    @Test
    void whoIsBusyMayBeIdleForHalfATurnAndOthersNotAtAll() {
        writesTake(MILLI);
        contention.idled(MILLI / 10);
        assertThat(Duration.ofNanos(contention.maxIdleNanos()).toMillis()).isEqualTo(10);
        contention.idled(1_000 * MILLI);
        assertThat(contention.maxIdleNanos()).isZero();
        for (int i = 0; i < 10; i++) {
            contention.idled(MILLI / 10);
        }
        assertThat(Duration.ofNanos(contention.maxIdleNanos()).toMillis()).isEqualTo(10);
    }
}
