package io.snowkeeper.node.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class DrainTest {

    private static final Duration DELAY = Duration.ofSeconds(5);

    private final AtomicLong nanos = new AtomicLong(-7);
    private final Drain drain = new Drain(DELAY, nanos::get);

    @Test
    void theDelayIsCountedFromItsBeginning() {
        drain.noteWatcher();
        drain.begin();
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        drain.begin();

        assertThat(drain.remaining()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void nothingIsLeftAfterTheDelay() {
        drain.noteWatcher();
        drain.begin();
        nanos.addAndGet(Duration.ofSeconds(9).toNanos());

        assertThat(drain.remaining()).isZero();
    }

    @Test
    void nobodyHasToNoticeIfNobodyWatches() {
        drain.begin();

        assertThat(drain.remaining()).isZero();
    }

    @Test
    void whoWaitsForItIsTold() {
        var begun = drain.begun();
        assertThat(begun).isNotDone();

        drain.begin();

        assertThat(begun).isCompleted();
        assertThat(drain.hasBegun()).isTrue();
    }
}
