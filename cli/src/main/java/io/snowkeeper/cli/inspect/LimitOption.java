package io.snowkeeper.cli.inspect;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The option that bounds how many znodes are printed. */
final class LimitOption {

    private static final int MAX = 100_000;

    @Spec(Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "Print so many znodes at the most, 1 to 100000. Default: ${DEFAULT-VALUE}")
    private int limit;

    /** @throws ParameterException if it is out of its range */
    int value() {
        if (limit < 1 || limit > MAX) {
            throw new ParameterException(
                    command.commandLine(), "must be >= 1 && <= %s: limit=%s".formatted(MAX, limit));
        }
        return limit;
    }
}
