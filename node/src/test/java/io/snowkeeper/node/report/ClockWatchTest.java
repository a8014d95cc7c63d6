package io.snowkeeper.node.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClockWatchTest {

    private final AtomicLong millis = new AtomicLong(1_000_000);
    private final AtomicLong nanos = new AtomicLong();
    private final ClockWatch watch = new ClockWatch(millis::get, nanos::get);

    private void pass(long clockMillis, long stopwatchMillis) {
        millis.addAndGet(clockMillis);
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(stopwatchMillis));
        watch.look();
    }

    @Test
    void aClockThatGoesAsTheStopwatchDoesIsFine() {
        pass(200, 200);
        pass(199, 200);
        pass(205, 200);

        assertThat(watch.rollbacks()).isZero();
    }

    @Test
    void aStepBackIsCountedThoughTheClockHasGoneOnSince() {
        pass(150, 200);

        assertThat(watch.rollbacks()).isEqualTo(1);
    }

    @Test
    void aStepBackIsCountedOnce() {
        pass(-3_600_000, 200);
        pass(200, 200);

        assertThat(watch.rollbacks()).isEqualTo(1);
    }

    @Test
    void aStepForwardIsNone() {
        pass(3_600_000, 200);

        assertThat(watch.rollbacks()).isZero();
    }
}
