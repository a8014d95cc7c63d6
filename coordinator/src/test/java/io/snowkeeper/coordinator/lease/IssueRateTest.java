package io.snowkeeper.coordinator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class IssueRateTest {

    private final AtomicLong issued = new AtomicLong(1_000);
    private final AtomicLong nanos = new AtomicLong(-5);
    private final IssueRate rate = new IssueRate(issued::get, nanos::get);

    private void pass(int seconds, long ids) {
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(seconds));
        issued.addAndGet(ids);
    }

    @Test
    void countsFromWhereItWasMade() {
        pass(2, 30);
        assertThat(rate.sinceLastTime()).isEqualTo(15);
    }

    @Test
    void countsFromTheLastLook() {
        pass(2, 30);
        rate.sinceLastTime();
        pass(4, 6);
        assertThat(rate.sinceLastTime()).isEqualTo(1.5);
    }

    @Test
    void isNothingWhereNoTimeHasPassed() {
        pass(0, 30);
        assertThat(rate.sinceLastTime()).isZero();
    }
}
