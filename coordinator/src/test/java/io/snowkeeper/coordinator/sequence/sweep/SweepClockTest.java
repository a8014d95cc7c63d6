package io.snowkeeper.coordinator.sequence.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SweepClockTest {

    private static final long MILLION = 1_000_000;
    private static final long START = 1_795_000_000_000L;

    private final SweepClock clock = new SweepClock();

    private void pass(long zooKeeperMillis, long ownMillis) {
        clock.set(START + zooKeeperMillis, ownMillis * MILLION, ownMillis * MILLION);
    }

    @Test
    void timePassesAsZooKeepersClockGoes() {
        pass(0, 0);
        pass(60_000, 60_100);
        assertThat(clock.hasPassed(60_000, START)).isTrue();
        assertThat(clock.hasPassed(60_001, START)).isFalse();
    }

    @Test
    void aClockThatJumpsAheadMakesNothingOlder() {
        pass(0, 0);
        pass(3_600_000, 1_000);
        assertThat(clock.hasPassed(1_000, START)).isTrue();
        assertThat(clock.hasPassed(1_001, START)).isFalse();
        pass(3_659_000, 60_000);
        assertThat(clock.hasPassed(60_000, START)).isTrue();
        assertThat(clock.hasPassed(60_001, START)).isFalse();
    }

    @Test
    void whatWasCreatedAfterAJumpIsAsOldAsItIs() {
        pass(0, 0);
        pass(3_600_000, 1_000);
        pass(3_660_000, 61_000);
        assertThat(clock.hasPassed(60_000, START + 3_600_000)).isTrue();
        assertThat(clock.hasPassed(60_001, START + 3_600_000)).isFalse();
    }

    @Test
    void jumpsAddUp() {
        pass(0, 0);
        pass(100_000, 1_000);
        pass(200_000, 2_000);
        assertThat(clock.hasPassed(2_000, START)).isTrue();
        assertThat(clock.hasPassed(2_001, START)).isFalse();
    }

    @Test
    void aClockThatGoesBackMakesNothingOlder() {
        pass(0, 0);
        pass(-3_600_000, 60_000);
        assertThat(clock.hasPassed(0, START)).isFalse();
        assertThat(clock.hasPassed(60_000, START - 3_660_000)).isTrue();
    }

    @Test
    void anAnswerThatTakesItsTimeIsNoJump() {
        // Asked at once, answered late; then the other way round.
        clock.set(START, 0, 50_000 * MILLION);
        clock.set(START + 60_000, 55_000 * MILLION, 60_000 * MILLION);
        assertThat(clock.hasPassed(60_000, START)).isTrue();
    }

    @Test
    void aSmallDifferenceIsNoJump() {
        pass(0, 0);
        pass(60_000 + SweepClock.TOLERANCE_MILLIS, 60_000);
        assertThat(clock.hasPassed(60_000 + SweepClock.TOLERANCE_MILLIS, START)).isTrue();
    }
}
