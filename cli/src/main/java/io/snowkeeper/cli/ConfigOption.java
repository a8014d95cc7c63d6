package io.snowkeeper.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The option that names the properties file. It is read before the other options, since it gives their defaults. */
@Command
final class ConfigOption {

    static final String NAME = "--config";

    @Option(
            names = NAME,
            paramLabel = "FILE",
            description = "A properties file with options, such as window=60s. Default: none")
    private @Nullable Path file;

    /** Returns the file that the arguments name, null if they name none or are not well-formed. */
    static @Nullable Path in(String... args) {
        ConfigOption option = new ConfigOption();
        try {
            new CommandLine(option).setUnmatchedArgumentsAllowed(true).parseArgs(args);
        } catch (ParameterException e) {
            // The same arguments are parsed again with all options, and that error is the one to show.
            return null;
        }
        return option.file;
    }
}
