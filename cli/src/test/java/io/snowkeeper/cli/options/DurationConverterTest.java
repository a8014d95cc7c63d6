package io.snowkeeper.cli.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {

    private final DurationConverter converter = new DurationConverter();

    @ParameterizedTest
    @CsvSource({
        "0ms, PT0S",
        "10ms, PT0.01S",
        "60s, PT1M",
        "5m, PT5M",
        "1h, PT1H",
        "999999999h, PT999999999H",
        "7d, PT168H"
    })
    void readsAWholeNumberAndAUnit(String text, Duration duration) {
        assertThat(converter.convert(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"60", "s", "", " 60s", "60 s", "60S", "1.5s", "-1s", "+1s", "1w", "1h30m", "9999999999s"})
    void refusesAnythingElse(String text) {
        assertThatExceptionOfType(TypeConversionException.class).isThrownBy(() -> converter.convert(text));
    }

    @Test
    void saysWhatItWants() {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> converter.convert("60"))
                .withMessage("must be a whole number and a unit (ms, s, m, h, d, y), such as 500ms or 60s: '60'");
    }
}
