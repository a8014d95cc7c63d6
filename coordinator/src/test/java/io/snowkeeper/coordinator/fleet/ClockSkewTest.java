package io.snowkeeper.coordinator.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClockSkewTest {

    @Test
    void aClockThatShowsAnEarlierAndALaterTimeThanZooKeepersIsRight() {
        assertThat(ClockSkew.between(100, 150, 200).millis()).isZero();
    }

    @Test
    void aSlowAnswerIsNoSkew() {
        assertThat(ClockSkew.between(0, 1, 3_600_000).millis()).isZero();
    }

    @Test
    void aClockIsAheadByHowMuchLaterItsFirstReadingIs() {
        assertThat(ClockSkew.between(100, 70, 120).millis()).isEqualTo(30);
    }

    @Test
    void aClockIsBehindByHowMuchEarlierItsLastReadingIs() {
        assertThat(ClockSkew.between(100, 170, 120).millis()).isEqualTo(-50);
    }

    @Test
    void theLimitItselfIsAllowedInBothDirections() {
        assertThat(new ClockSkew(5).problem(5)).isEmpty();
        assertThat(new ClockSkew(-5).problem(5)).isEmpty();
    }

    @Test
    void whatIsMoreIsToldWithItsDirection() {
        assertThat(new ClockSkew(6).problem(5))
                .contains("our clock is 6 ms ahead of ZooKeeper's, 5 ms are allowed; set the clocks right");
        assertThat(new ClockSkew(-6).problem(5))
                .contains("our clock is 6 ms behind ZooKeeper's, 5 ms are allowed; set the clocks right");
    }
}
