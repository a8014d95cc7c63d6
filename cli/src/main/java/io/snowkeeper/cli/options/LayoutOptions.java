package io.snowkeeper.cli.options;

import io.snowkeeper.core.Layout;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The options of the layout of ids; the same in all nodes of a fleet. */
public final class LayoutOptions {

    /** How a layout is written. */
    public static final String FORM = "T/W/S[@TICK]";

    private static final String OPTION = "--layout";

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = OPTION,
            paramLabel = FORM,
            description = {
                "Bits for time, worker id and sequence, 63 in sum. A tick is 1ms, or 10ms or 1s: 31/10/22@1s. js53, for JavaScript's numbers, is 41/5/7; other widths may sum to 53, too.",
                "Default: 41/10/12; 41/0/22 with --order total"
            })
    private @Nullable String widths;

    @Option(
            names = "--epoch",
            paramLabel = "TIME",
            converter = EpochConverter.class,
            defaultValue = "2024-01-01T00:00:00Z",
            description = {
                "The time from which ids count: in UTC, in Unix milliseconds, or a generator's:",
                "baidu, cosid, discord, instagram, leaf, sonyflake, tsid, twitter.",
                "Default: ${DEFAULT-VALUE}"
            })
    private Instant epoch;

    /**
     * Returns the layout of ids in an order.
     *
     * @throws ParameterException if the widths do not make a layout
     */
    public Layout layout(IdOrder order) {
        try {
            return Layout.parse(widths == null ? order.layout() : widths, epoch);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(
                    command.commandLine(), "Invalid value for option '%s': %s".formatted(OPTION, e.getMessage()), e);
        }
    }
}
