package io.snowkeeper.loadtest.chaos;

import io.snowkeeper.loadtest.DurationText;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as people write them: {@code 90s}, {@code 30m}. */
final class TimeConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String value) {
        return DurationText.parse(value)
                .orElseThrow(
                        () -> new TypeConversionException("must be a number and ms, s, m or h, such as 90s: " + value));
    }
}
