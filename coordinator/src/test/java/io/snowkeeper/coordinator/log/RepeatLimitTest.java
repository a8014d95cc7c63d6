package io.snowkeeper.coordinator.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RepeatLimitTest {

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final RepeatLimit limit = new RepeatLimit(now::get);

    @Test
    void theFirstOfAKindComesThrough() {
        assertThat(limit.admit("a")).hasValue(0);
        assertThat(limit.admit("b")).hasValue(0);
    }

    @Test
    void aRepetitionIsKeptBackForAMinuteAndThenCounted() {
        limit.admit("a");
        now.addAndGet(Duration.ofSeconds(59).toNanos());
        assertThat(limit.admit("a")).isEmpty();
        assertThat(limit.admit("a")).isEmpty();
        now.addAndGet(Duration.ofSeconds(1).toNanos());

        assertThat(limit.admit("a")).hasValue(2);
    }

    @Test
    void manyKindsDoNotFillTheLogOrTheMemory() {
        for (int i = 0; i < RepeatLimit.MAX_KINDS; i++) {
            assertThat(limit.admit("kind " + i)).hasValue(0);
        }
        assertThat(limit.admit("one more")).isEmpty();
        now.addAndGet(Duration.ofMinutes(1).toNanos());

        assertThat(limit.admit("one more")).hasValue(0);
    }
}
