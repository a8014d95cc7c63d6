package io.snowkeeper.cli.remote;

import io.snowkeeper.client.SequenceClient;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The ranges that a command is given: one by its first and last number, or as many as there are. */
final class RangeArguments {

    @Option(names = "--from", paramLabel = "N", description = "The first number of a range, from 0.")
    private @Nullable Long from;

    @Option(names = "--to", paramLabel = "N", description = "Its last number.")
    private @Nullable Long to;

    @Option(
            names = "--range",
            paramLabel = "FROM-TO",
            split = ",",
            converter = RangeConverter.class,
            description =
                    "A range instead of --from and --to; up to 1,000, separated by commas or each with --range, used in this order.")
    private @Nullable List<NumberRange> ranges;

    @Option(
            names = "--allow-overlap",
            fallbackValue = "true",
            description = "Allow numbers that other sequences have, and hand out as well.")
    private boolean allowOverlap;

    /** Returns a sequence as it takes the ranges. */
    SequenceClient of(SequenceClient sequence) {
        return allowOverlap ? sequence.allowingOverlap() : sequence;
    }

    /**
     * Returns the ranges.
     *
     * @throws IllegalArgumentException if neither is given, or both are
     * @throws InvalidSequenceException if the numbers make no range
     */
    List<NumberRange> given() {
        if (ranges != null && from == null && to == null) {
            return ranges;
        }
        if (ranges == null && from != null && to != null) {
            return List.of(new NumberRange(from, to));
        }
        throw new IllegalArgumentException("give either --from and --to, or --range");
    }

    /** A converter of a range's first and last number. */
    private static final class RangeConverter implements ITypeConverter<NumberRange> {

        private static final Pattern RANGE = Pattern.compile("([0-9]{1,19})-([0-9]{1,19})");

        @Override
        public NumberRange convert(String value) {
            Matcher matcher = RANGE.matcher(value);
            if (!matcher.matches()) {
                throw new TypeConversionException("must be FROM-TO, such as 1-1000: '" + value + "'");
            }
            try {
                return new NumberRange(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2)));
            } catch (NumberFormatException e) {
                throw new TypeConversionException("must be numbers up to %s: '%s'".formatted(Long.MAX_VALUE, value));
            } catch (InvalidSequenceException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
