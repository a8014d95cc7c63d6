package io.snowkeeper.coordinator.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyClockTest {

    private final AtomicLong wall = new AtomicLong(1_000_000);
    private final AtomicLong nanos = new AtomicLong(-5_000_000_000L);
    private final SteadyClock clock = new SteadyClock(wall::get, nanos::get);

    private void pass(long byWall, long byStopwatch) {
        wall.addAndGet(byWall);
        nanos.addAndGet(byStopwatch * 1_000_000);
    }

    @Test
    void itGoesWithTheOtherClock() {
        pass(1_234, 1_234);

        assertThat(clock.millis()).isEqualTo(1_001_234);
    }

    @Test
    void anotherClockThatIsSetBackDoesNotStopIt() {
        pass(-60_000, 2_000);

        assertThat(clock.millis()).isEqualTo(1_002_000);
    }

    @Test
    void anotherClockThatIsSetForwardTakesItAlong() {
        pass(60_000, 2_000);

        assertThat(clock.millis()).isEqualTo(1_060_000);
    }

    /** The span of a lease that was begun while the clock was ahead ends by the stopwatch all the same. */
    @Test
    void setForwardAndBackAgainTheOtherClockLeavesItAhead() {
        pass(60_000, 0);
        clock.millis();
        pass(-58_000, 2_000);

        assertThat(clock.millis()).isEqualTo(1_062_000);
    }

    @Test
    void anchoredAnewItHasTheTimeOfTheOtherClock() {
        pass(60_000, 0);
        clock.millis();
        pass(-58_000, 2_000);
        clock.anchorAnew();

        assertThat(clock.millis()).isEqualTo(1_002_000);
    }

    @Test
    void aStopwatchThatStoodStillWithTheMachineIsLeftBehind() {
        pass(3_600_000, 1);

        assertThat(clock.millis()).isEqualTo(4_600_000);
    }

    /** A clock that was ahead once would stay so. */
    @Test
    void aThreadThatIsStoppedWithinAReadingDoesNotPutItAhead() {
        AtomicLong stopped = new AtomicLong();
        SteadyClock read = new SteadyClock(
                () -> {
                    long now = wall.get();
                    pass(stopped.get(), stopped.get());
                    return now;
                },
                () -> {
                    long now = nanos.get();
                    pass(stopped.get(), stopped.get());
                    return now;
                });
        stopped.set(461);
        read.millis();
        read.anchorAnew();
        read.millis();
        stopped.set(0);

        assertThat(read.millis()).isEqualTo(wall.get());
    }
}
