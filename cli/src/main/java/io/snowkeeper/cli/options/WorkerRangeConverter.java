package io.snowkeeper.cli.options;

import io.snowkeeper.coordinator.WorkerIdRange;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A converter of ranges of worker ids, such as {@code 512-1023}. */
final class WorkerRangeConverter implements ITypeConverter<WorkerIdRange> {

    @Override
    public WorkerIdRange convert(String value) {
        try {
            return WorkerIdRange.parse(value);
        } catch (IllegalArgumentException e) {
            // The parser names the option.
            throw new TypeConversionException(String.valueOf(e.getMessage()).replace("workerRange=", ""));
        }
    }
}
