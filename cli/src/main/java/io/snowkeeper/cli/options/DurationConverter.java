package io.snowkeeper.cli.options;

import io.snowkeeper.core.text.DurationFormat;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of durations, written as {@link DurationFormat} has them. */
public final class DurationConverter implements ITypeConverter<Duration> {

    @Override
    public Duration convert(String value) {
        return DurationFormat.parse(value)
                .orElseThrow(() -> new TypeConversionException(DurationFormat.RULE + ": '" + value + "'"));
    }
}
