package io.snowkeeper.coordinator.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.log.LogCapture;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class DefectLogTest {

    private static final String TEXT = "A request could not be answered; this is a defect";

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5);
    private final DefectLog defects = new DefectLog(LoggerFactory.getLogger(DefectLogTest.class), now::get);

    private void fail(String message) {
        defects.failed(TEXT, new IllegalStateException(message));
    }

    @Test
    void aThousandOfAKindAreALineAMinuteAndACount() {
        try (LogCapture log = LogCapture.of(DefectLogTest.class.getName())) {
            for (int i = 0; i < 1_000; i++) {
                fail("sent by a stranger: " + i);
            }
            assertThat(log.defects()).containsExactly(TEXT);
            assertThat(log.stackTraces()).isOne();

            now.addAndGet(Duration.ofMinutes(1).toNanos());
            fail("once more");

            assertThat(log.defects()).containsExactly(TEXT, TEXT + " (999 times more since it was last logged)");
        }
    }

    @Test
    void oneDefectDoesNotHideAnother() {
        try (LogCapture log = LogCapture.of(DefectLogTest.class.getName())) {
            fail("a");
            defects.failed(TEXT, new IllegalArgumentException("b"));
            defects.failed(TEXT, new IllegalArgumentException("from another place"));

            assertThat(log.stackTraces()).isEqualTo(3);
        }
    }
}
