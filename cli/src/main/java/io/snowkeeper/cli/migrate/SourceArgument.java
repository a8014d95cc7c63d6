package io.snowkeeper.cli.migrate;

import io.snowkeeper.cli.migrate.source.CounterSource;
import io.snowkeeper.cli.migrate.text.TextSource;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** The source that a command line names, each kind with the options that are for it. */
final class SourceArgument {

    private static final String FILE = "file:";
    private static final String FORM =
            "SOURCE must be redis://HOST, rediss://HOST, jdbc:postgresql://HOST/DATABASE or another jdbc: URL, file:PATH,"
                    + " or - for standard input";

    private final CommandSpec command;
    private final RedisOptions redis;
    private final JdbcOptions jdbc;

    SourceArgument(CommandSpec command, RedisOptions redis, JdbcOptions jdbc) {
        this.command = command;
        this.redis = redis;
        this.jdbc = jdbc;
    }

    /**
     * Returns the source, which has not been asked yet.
     *
     * @param text as the command line has it
     * @param environment the environment's variables
     * @param input standard input
     * @throws ParameterException if it is none, or an option is given that is for another kind
     */
    CounterSource source(String text, Map<String, String> environment, InputStream input) {
        if (text.startsWith("redis:") || text.startsWith("rediss:")) {
            requireNone(JdbcOptions.NAMES::contains, "jdbc:");
            return redis.source(text);
        }
        requireNone(name -> name.startsWith(RedisOptions.PREFIX), "redis: or rediss:");
        if (text.startsWith("jdbc:")) {
            return jdbc.source(text, environment);
        }
        requireNone(JdbcOptions.NAMES::contains, "jdbc:");
        if (text.equals("-")) {
            return TextSource.of(input);
        }
        if (text.startsWith(FILE) && text.length() > FILE.length()) {
            return TextSource.of(Path.of(text.substring(FILE.length())));
        }
        // It is not repeated, since it may hold a password.
        throw refused(FORM);
    }

    private void requireNone(Predicate<String> names, String kind) {
        for (OptionSpec option : command.options()) {
            boolean given = command.commandLine().getParseResult().hasMatchedOption(option);
            if (given && names.test(option.longestName())) {
                throw refused("%s is for %s alone".formatted(option.longestName(), kind));
            }
        }
    }

    private ParameterException refused(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
