package io.snowkeeper.cli.options;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of times in UTC, such as {@code 2024-01-01T00:00:00Z}. */
final class EpochConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String value) {
        try {
            return Instant.parse(value);
        } catch (DateTimeParseException e) {
            throw new TypeConversionException("must be a time in UTC, such as 2024-01-01T00:00:00Z: '" + value + "'");
        }
    }
}
