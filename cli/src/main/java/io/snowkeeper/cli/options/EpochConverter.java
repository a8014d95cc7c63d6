package io.snowkeeper.cli.options;

import io.snowkeeper.core.text.EpochFormat;
import java.time.Instant;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of epochs, written as {@link EpochFormat} has them. */
public final class EpochConverter implements ITypeConverter<Instant> {

    @Override
    public Instant convert(String value) {
        return EpochFormat.parse(value)
                .orElseThrow(() -> new TypeConversionException(EpochFormat.RULE + ": '" + value + "'"));
    }
}
