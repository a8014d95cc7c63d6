package io.snowkeeper.cli.options;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of a folder, or {@code none}. */
public final class StateDirectoryConverter implements ITypeConverter<StateDirectoryConverter.Choice> {

    public static final String NONE = "none";

    /** The choice of the user: a folder, or to keep nothing. */
    public record Choice(Optional<Path> directory) {}

    @Override
    public Choice convert(String value) {
        if (value.equals(NONE)) {
            return new Choice(Optional.empty());
        }
        if (value.isBlank()) {
            throw new TypeConversionException("must be a folder or 'none': '" + value + "'");
        }
        try {
            return new Choice(Optional.of(Path.of(value)));
        } catch (InvalidPathException e) {
            throw new TypeConversionException("must be a folder or 'none': " + e.getMessage());
        }
    }
}
