package io.snowkeeper.loadtest.lines;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendScheduleTest {

    @Test
    void linesAreDueAtEvenDistances() {
        SendSchedule pace = SendSchedule.of(1000);
        pace.start(5);

        assertThat(pace.isDue(5)).isTrue();
        assertThat(pace.takeDue()).isEqualTo(5);
        assertThat(pace.isDue(1_000_004)).isFalse();
        assertThat(pace.isDue(1_000_005)).isTrue();
    }

    @Test
    void aLineThatIsLateIsMeasuredFromTheTimeWhenItWasDue() {
        SendSchedule pace = SendSchedule.of(1000);
        pace.start(0);
        pace.takeDue();

        assertThat(pace.isDue(50_000_000)).isTrue();
        assertThat(pace.takeDue()).isEqualTo(1_000_000);
    }

    @Test
    void withoutARateThereIsNoPace() {
        assertThat(SendSchedule.of(0).isPaced()).isFalse();
    }
}
