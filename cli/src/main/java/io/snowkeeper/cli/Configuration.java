package io.snowkeeper.cli;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toUnmodifiableMap;

import io.snowkeeper.cli.options.OptionOrigins;
import io.snowkeeper.core.text.GivenText;
import io.snowkeeper.core.text.WellFormedText;
import io.snowkeeper.node.service.message.StartOption.Origin;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The values of options that are not on the command line: from the environment, else from a properties file.
 *
 * @param environment the variables whose names begin with {@value #PREFIX}
 * @param properties the contents of the file; empty without one
 * @param file where the properties are from, null if there is no file
 */
record Configuration(
        Map<String, String> environment,
        Map<String, String> properties,
        @Nullable Path file) implements OptionOrigins {

    static final String PREFIX = "SNOWKEEPER_";

    private static final String FILE_VARIABLE = variableOf("config");

    /** The remedy for a text that the locale could not decode, or a path that it cannot encode. */
    static final String BY_LOCALE = "give it in UTF-8, and set LC_ALL=C.UTF-8; the charset of this locale is "
            + System.getProperty("sun.jnu.encoding");

    /**
     * Options of {@code recover} that hold for one restore. If one were left in the environment or a file, it would also
     * apply to the next one.
     */
    private static final Set<String> OF_ONE_RESTORE =
            Set.of("--begin", "--others-unused", "--books", "--ledger", "--next");

    /** Nothing set. */
    static final Configuration EMPTY = new Configuration(Map.of(), Map.of(), null);

    /**
     * Reads the environment, and the file that the arguments or else the environment name.
     *
     * @throws ConfigurationException if there is a file and it cannot be read, or if anything could not be decoded: of the texts that are
     *     read so, many are the same
     */
    static Configuration read(Map<String, String> environment, String... args) {
        for (int i = 0; i < args.length; i++) {
            requireDecoded("argument " + (i + 1), args[i], BY_LOCALE);
        }
        Map<String, String> ours = environment.entrySet().stream()
                .filter(variable -> variable.getKey().startsWith(PREFIX))
                .collect(toUnmodifiableMap(Map.Entry::getKey, variable -> GivenText.bare(variable.getValue())));
        ours.forEach((name, value) -> requireDecoded("variable " + name, value, BY_LOCALE));
        Path file = ConfigOption.in(args);
        if (file == null && ours.containsKey(FILE_VARIABLE)) {
            file = Path.of(ours.get(FILE_VARIABLE));
        }
        return new Configuration(ours, file == null ? Map.of() : load(file), file);
    }

    private static Map<String, String> load(Path file) {
        Properties properties = new Properties();
        try (Reader reader = GivenText.reader(Files.newInputStream(file))) {
            properties.load(reader);
        } catch (NoSuchFileException e) {
            throw new ConfigurationException("configuration file does not exist: " + file);
        } catch (IOException | IllegalArgumentException e) {
            throw new ConfigurationException("configuration file cannot be read: " + file + ": " + e);
        }
        properties.forEach((key, value) -> requireDecoded("a key in " + file, key + "=" + value, "write it in UTF-8"));
        return properties.stringPropertyNames().stream()
                .collect(toUnmodifiableMap(
                        key -> key, key -> properties.getProperty(key).strip()));
    }

    private static void requireDecoded(String what, String text, String remedy) {
        if (WellFormedText.damage(text).isPresent()) {
            throw new ConfigurationException(what + " cannot be decoded: " + remedy);
        }
    }

    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
        if (!(argument instanceof OptionSpec option) || isOnCommandLineOnly(option)) {
            return null;
        }
        String key = keyOf(option);
        String variable = environment.get(variableOf(key));
        return variable != null ? variable : properties.get(key);
    }

    @Override
    public String valueOf(OptionSpec option) {
        return requireNonNull(defaultValue(option));
    }

    @Override
    public Optional<Origin> originOf(OptionSpec option) {
        String key = keyOf(option);
        if (isOnCommandLineOnly(option)) {
            return Optional.empty();
        }
        if (environment.containsKey(variableOf(key))) {
            return Optional.of(Origin.ENVIRONMENT);
        }
        return properties.containsKey(key) ? Optional.of(Origin.FILE) : Optional.empty();
    }

    /** Returns the words for where the value of an option comes from if it is not on the command line, empty if from neither. */
    Optional<String> source(OptionSpec option) {
        String key = keyOf(option);
        return originOf(option)
                .map(origin -> origin == Origin.FILE ? "key " + key + " in " + file : "variable " + variableOf(key));
    }

    /** Returns whether an option is not read from the environment or a file. */
    static boolean isOnCommandLineOnly(OptionSpec option) {
        return option.longestName().equals("--confirm")
                || (OF_ONE_RESTORE.contains(option.longestName())
                        && option.command().name().equals("recover"));
    }

    /** Returns an option's key in a properties file: {@code --max-skew} is {@code max-skew}. */
    static String keyOf(OptionSpec option) {
        return option.longestName().substring(2);
    }

    /** Returns the variable of a key: {@code max-skew} is {@code SNOWKEEPER_MAX_SKEW}. */
    static String variableOf(String key) {
        return PREFIX + key.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
