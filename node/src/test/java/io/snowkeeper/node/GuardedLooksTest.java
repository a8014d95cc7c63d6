package io.snowkeeper.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import io.snowkeeper.testkit.log.LogCapture;
import org.junit.jupiter.api.Test;

class GuardedLooksTest {

    private long nanos = Long.MAX_VALUE;
    private final GuardedLooks looks = new GuardedLooks(() -> nanos);

    private void fail() {
        looks.look(() -> {
            throw new IllegalStateException("a defect");
        });
    }

    @Test
    void whatFailsIsToldOnceAMinute() {
        try (LogCapture log = LogCapture.of(GuardedLooks.class.getName())) {
            fail();
            fail();
            nanos += GuardedLooks.QUIET_NANOS - 1;
            fail();
            assertThat(log.linesFrom(Level.WARN)).hasSize(1);

            nanos++;
            fail();
            assertThat(log.linesFrom(Level.WARN)).hasSize(2);
        }
    }

    @Test
    void anErrorGetsThrough() {
        assertThatThrownBy(() -> looks.look(() -> {
                    throw new OutOfMemoryError();
                }))
                .isInstanceOf(OutOfMemoryError.class);
    }
}
