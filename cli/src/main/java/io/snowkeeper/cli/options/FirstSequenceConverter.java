package io.snowkeeper.cli.options;

import io.snowkeeper.core.FirstSequence;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of where sequences begin, such as {@code random:64}. */
final class FirstSequenceConverter implements ITypeConverter<FirstSequence> {

    @Override
    public FirstSequence convert(String value) {
        try {
            return FirstSequence.of(value);
        } catch (IllegalArgumentException e) {
            // The parser names the option.
            throw new TypeConversionException(String.valueOf(e.getMessage()).replace("firstSequence=", ""));
        }
    }
}
