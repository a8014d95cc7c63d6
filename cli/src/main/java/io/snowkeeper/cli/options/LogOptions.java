package io.snowkeeper.cli.options;

import io.snowkeeper.cli.logging.LogForm;
import io.snowkeeper.cli.logging.PrintableEcsEncoder;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of the log. */
@Command
public final class LogOptions {

    @Option(
            names = "--log-format",
            paramLabel = "text|json|ecs",
            converter = FormatConverter.class,
            completionCandidates = FormatConverter.class,
            defaultValue = "text",
            description = {
                "Form of log lines on standard error: text, JSON, or JSON by the Elastic Common Schema.",
                "Default: ${DEFAULT-VALUE}"
            })
    private LogForm format;

    /**
     * Takes effect if nothing was logged before.
     *
     * @param node the node's name, for forms of the log that have it
     */
    public void apply(String node) {
        System.setProperty(PrintableEcsEncoder.NODE_PROPERTY, node);
        apply();
    }

    /**
     * Sets the log's form by the arguments or else the configuration, if nothing was logged before.
     *
     * @return whether in another form than text; no, if the arguments are not well-formed
     */
    public static boolean isForPrograms(IDefaultValueProvider configuration, String... args) {
        LogOptions options = new LogOptions();
        try {
            new CommandLine(options)
                    .setUnmatchedArgumentsAllowed(true)
                    .setDefaultValueProvider(configuration)
                    .parseArgs(args);
        } catch (ParameterException e) {
            // The same arguments are parsed again with all options, and that error is the one to show.
            return false;
        }
        options.apply();
        return options.format != LogForm.TEXT;
    }

    /** Takes effect if nothing was logged before. */
    public void apply() {
        format.choose();
    }

    private static final class FormatConverter extends WordConverter<LogForm> {
        FormatConverter() {
            super(LogForm.class);
        }
    }
}
