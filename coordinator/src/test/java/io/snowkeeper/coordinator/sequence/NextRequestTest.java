package io.snowkeeper.coordinator.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class NextRequestTest {

    private static final NextRequest REQUEST = NextRequest.of("A");

    @Test
    void aCountBelowOneIsRefused() {
        assertThatThrownBy(() -> NextRequest.of("A", 0))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must be >= 1: count=0");
    }

    @Test
    void aKeyHas256CharactersAtTheMost() {
        assertThat(REQUEST.withKey("k".repeat(256)).key()).isPresent();
        assertThatThrownBy(() -> REQUEST.withKey("k".repeat(257)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("a key must have 1 to 256 characters: length=257");
        assertThatThrownBy(() -> REQUEST.withKey(""))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("a key must have 1 to 256 characters: length=0");
    }

    @Test
    void aTimeoutIsBetweenAMillisecondAndAnHour() {
        assertThat(REQUEST.withTimeout(Duration.ofMillis(1)).timeout()).isPresent();
        assertThat(REQUEST.withTimeout(Duration.ofHours(1)).timeout()).isPresent();
        assertThatThrownBy(() -> REQUEST.withTimeout(Duration.ZERO))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must be >= PT0.001S && <= PT1H: timeout=PT0S");
        assertThatThrownBy(() -> REQUEST.withTimeout(Duration.ofDays(200_000)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must be >= PT0.001S && <= PT1H: timeout=PT4800000H");
    }
}
