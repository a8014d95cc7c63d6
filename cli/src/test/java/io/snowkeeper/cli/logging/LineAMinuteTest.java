package io.snowkeeper.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.spi.FilterReply;
import io.snowkeeper.testkit.log.LogCapture;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LineAMinuteTest {

    private long nanos;
    private final LineAMinute filter = new LineAMinute(() -> nanos);

    private FilterReply decide(String logger) {
        LoggingEvent event = new LoggingEvent();
        event.setLoggerName(logger);
        event.setLevel(Level.ERROR);
        return filter.decide(event);
    }

    @Test
    void aLoggerHasALineAMinute() {
        assertThat(decide("a")).isEqualTo(FilterReply.NEUTRAL);
        nanos += Duration.ofSeconds(59).toNanos();
        assertThat(decide("a")).isEqualTo(FilterReply.DENY);
        nanos += Duration.ofSeconds(1).toNanos();
        assertThat(decide("a")).isEqualTo(FilterReply.NEUTRAL);
    }

    @Test
    void anotherLoggerHasALineOfItsOwn() {
        decide("a");

        assertThat(decide("b")).isEqualTo(FilterReply.NEUTRAL);
    }

    @Test
    void whatWasLeftOutIsCounted() {
        decide("a");
        decide("a");
        decide("a");
        nanos += Duration.ofMinutes(1).toNanos();
        try (LogCapture log = LogCapture.of(LineAMinute.class.getName())) {
            decide("a");
            nanos += Duration.ofMinutes(1).toNanos();
            decide("a");

            assertThat(log.linesFrom(Level.INFO)).containsExactly("2 lines of a were left out since its last one");
        }
    }
}
