package io.snowkeeper.cli.options;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of times in UTC, to the millisecond, such as {@code 2024-01-01T00:00:00Z}. */
public final class TimeConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String value) {
        try {
            Instant time = Instant.parse(value);
            if (time.equals(time.truncatedTo(ChronoUnit.MILLIS))) {
                return time;
            }
        } catch (DateTimeException e) {
            // As one that is finer than a clock's milliseconds.
        }
        throw new TypeConversionException(
                "must be a time in UTC, to the millisecond, such as 2024-01-01T00:00:00Z: '" + value + "'");
    }
}
