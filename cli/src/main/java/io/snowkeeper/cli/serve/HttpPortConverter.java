package io.snowkeeper.cli.serve;

import java.util.OptionalInt;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of a port, or {@code none}. */
final class HttpPortConverter implements ITypeConverter<HttpPortConverter.Choice> {

    static final String NONE = "none";

    /** The choice of the user: a port, or to serve no HTTP. */
    record Choice(OptionalInt port) {}

    @Override
    public Choice convert(String value) {
        if (value.equals(NONE)) {
            return new Choice(OptionalInt.empty());
        }
        try {
            return new Choice(OptionalInt.of(Integer.parseInt(value)));
        } catch (NumberFormatException e) {
            throw new TypeConversionException("must be a port or 'none': '" + value + "'");
        }
    }
}
