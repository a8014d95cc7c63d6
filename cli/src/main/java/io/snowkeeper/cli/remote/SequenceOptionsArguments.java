package io.snowkeeper.cli.remote;

import io.snowkeeper.core.sequence.GivenOptions;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.SequenceOption;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that a sequence may be given; those that are not given stay as they are. */
final class SequenceOptionsArguments {

    private final Map<SequenceOption, OptionSpec> arguments = new EnumMap<>(SequenceOption.class);

    @Spec
    void addTo(CommandSpec spec) {
        for (SequenceOption option : SequenceOption.values()) {
            OptionSpec argument = OptionSpec.builder("--" + option.text().replace('_', '-'))
                    .paramLabel(option.label())
                    .type(Object.class)
                    .converters(written -> parse(option, written))
                    .description(option.help())
                    .build();
            arguments.put(option, argument);
            spec.addOption(argument);
        }
    }

    private static Object parse(SequenceOption option, String written) {
        try {
            return option.parse(written)
                    .orElseThrow(() -> new TypeConversionException(option.rule() + ": '" + written + "'"));
        } catch (InvalidSequenceException e) {
            throw new TypeConversionException(String.valueOf(e.getMessage()));
        }
    }

    GivenOptions given() {
        GivenOptions given = GivenOptions.NONE;
        for (Map.Entry<SequenceOption, OptionSpec> argument : arguments.entrySet()) {
            Object value = argument.getValue().getValue();
            given = value == null ? given : given.with(argument.getKey(), value);
        }
        return given;
    }
}
