package io.snowkeeper.loadtest.option;

import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as people write them: {@code 90s}, {@code 30m}. */
public final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String value) {
        return DurationText.parse(value)
                .orElseThrow(
                        () -> new TypeConversionException("must be a number and ms, s, m or h, such as 90s: " + value));
    }
}
