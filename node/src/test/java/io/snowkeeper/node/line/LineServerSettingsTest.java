package io.snowkeeper.node.line;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LineServerSettingsTest {

    @Test
    void theDefaults() {
        assertThat(LineServerSettings.on("localhost", 0))
                .isEqualTo(new LineServerSettings("localhost", 0, 100_000, 10_000, Duration.ofMinutes(5)));
    }

    @Test
    void valuesOutOfRangeAreRefused() {
        assertRefused(() -> settings(" ", 0, 1, 1, Duration.ZERO), "bindAddress must not be blank");
        assertRefused(() -> settings("a", -1, 1, 1, Duration.ZERO), "must be >= 0 && <= 65535: port=-1");
        assertRefused(() -> settings("a", 65_536, 1, 1, Duration.ZERO), "must be >= 0 && <= 65535: port=65536");
        assertRefused(() -> settings("a", 0, 0, 1, Duration.ZERO), "must be >= 1 && <= 1000000: maxBatch=0");
        assertRefused(() -> settings("a", 0, 1, 0, Duration.ZERO), "must be >= 1 && <= 1000000: maxConnections=0");
        assertRefused(
                () -> settings("a", 0, 1, 1, Duration.ofMillis(-1)),
                "must be >= PT0S && <= PT24H: idleTimeout=PT-0.001S");
        assertRefused(
                () -> settings("a", 0, 1, 1, Duration.ofHours(25)), "must be >= PT0S && <= PT24H: idleTimeout=PT25H");
    }

    private static LineServerSettings settings(
            String address, int port, int maxBatch, int maxConnections, Duration idleTimeout) {
        return new LineServerSettings(address, port, maxBatch, maxConnections, idleTimeout);
    }

    private static void assertRefused(Runnable construction, String message) {
        assertThatThrownBy(construction::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
