package io.snowkeeper.cli.serve;

import io.snowkeeper.cli.options.OptionOrigins;
import io.snowkeeper.node.service.message.StartOption;
import io.snowkeeper.node.service.message.StartOption.Origin;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that a command was started with, each with where it was given. */
final class StartOptions {

    /** The help's name for the values of options that are files. */
    static final String FILE = "FILE";

    /** Names the file with all others. */
    private static final String CONFIG = "config";

    private StartOptions() {}

    /** @param command one whose arguments are parsed */
    static List<StartOption> of(CommandSpec command) {
        return command.options().stream()
                .flatMap(option -> given(command, option))
                .toList();
    }

    private static Stream<StartOption> given(CommandSpec command, OptionSpec option) {
        if (!option.stringValues().isEmpty()) {
            return Stream.of(told(option, Origin.COMMAND_LINE, String.join(",", option.stringValues())));
        }
        if (!(command.defaultValueProvider() instanceof OptionOrigins origins)) {
            return Stream.empty();
        }
        return origins.originOf(option).map(origin -> told(option, origin, origins.valueOf(option))).stream();
    }

    /**
     * The values of options with a file are not logged: it may hold a secret, and some users give the secret itself by
     * mistake.
     */
    private static StartOption told(OptionSpec option, Origin origin, String value) {
        String name = option.longestName().substring(2);
        boolean hidden = option.paramLabel().equals(FILE) && !name.equals(CONFIG);
        return new StartOption(name, origin, hidden ? Optional.empty() : Optional.of(value));
    }
}
