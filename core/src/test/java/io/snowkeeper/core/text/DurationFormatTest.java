package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationFormatTest {

    @ParameterizedTest
    @CsvSource({
        "0ms, PT0S",
        "10ms, PT0.01S",
        "60s, PT1M",
        "5m, PT5M",
        "1h, PT1H",
        "999999999h, PT999999999H",
        "30d, PT720H",
        "10y, PT87600H",
        "999999y, P364999635D"
    })
    void readsAWholeNumberAndAUnit(String text, Duration duration) {
        assertThat(DurationFormat.parse(text)).contains(duration);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "60",
                "s",
                "",
                " 60s",
                "60 s",
                "60S",
                "1.5s",
                "-1s",
                "+1s",
                "1w",
                "1000000y",
                "1h30m",
                "9999999999s"
            })
    void readsNothingElse(String text) {
        assertThat(DurationFormat.parse(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT0.01S, 10ms",
        "PT1.5S, 1500ms",
        "PT59S, 59s",
        "PT1M, 1m",
        "PT90S, 90s",
        "PT1H, 1h",
        "P1D, 24h"
    })
    void writesTheLargestUnitThatNeedsNoFraction(Duration duration, String text) {
        assertThat(DurationFormat.format(duration)).isEqualTo(text);
        assertThat(DurationFormat.parse(text)).contains(duration);
    }
}
