package io.snowkeeper.cli;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The keys that a configuration may have: the options of all commands, so that one file serves them all. */
final class KnownKeys {

    /** The variables that Kubernetes sets in every container of a namespace with a Service named snowkeeper. */
    private static final Pattern SERVICE_LINK =
            Pattern.compile("SNOWKEEPER_(SERVICE_(HOST|PORT.*)|PORT_\\d+_(TCP|UDP).*)");

    private final CommandLine commandLine;
    private final Set<String> keys = new TreeSet<>();

    KnownKeys(CommandLine commandLine) {
        this.commandLine = commandLine;
        for (CommandLine command : commandLine.getSubcommands().values()) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (!option.usageHelp()
                        && !option.versionHelp()
                        && !option.longestName().equals(ConfigOption.NAME)) {
                    keys.add(Configuration.keyOf(option));
                }
            }
        }
    }

    /** @throws ConfigurationException if the configuration has a key that no command knows */
    void requireAllKnown(Configuration configuration) {
        for (String key : new TreeSet<>(configuration.properties().keySet())) {
            if (!keys.contains(key)) {
                throw new ConfigurationException("unknown key in " + configuration.file() + ": " + key
                        + nearMiss(key, UnaryOperator.identity()));
            }
        }
        for (String variable : new TreeSet<>(configuration.environment().keySet())) {
            requireKnown(variable);
        }
    }

    private void requireKnown(String variable) {
        if (variable.equals(Configuration.variableOf("config"))
                || keys.stream().map(Configuration::variableOf).anyMatch(variable::equals)) {
            return;
        }
        if (SERVICE_LINK.matcher(variable).matches()) {
            throw new ConfigurationException("unknown variable in the environment: " + variable
                    + "; Kubernetes sets it for a Service named snowkeeper: set enableServiceLinks: false for the pod");
        }
        String key = variable.substring(Configuration.PREFIX.length())
                .toLowerCase(Locale.ROOT)
                .replace('_', '-');
        throw new ConfigurationException(
                "unknown variable in the environment: " + variable + nearMiss(key, Configuration::variableOf));
    }

    /** Names the key that resembles an unknown one most, in the spelling of the place where that was found. */
    private String nearMiss(String key, UnaryOperator<String> spelling) {
        return commandLine.getSubcommands().values().stream()
                .flatMap(command ->
                        new UnmatchedArgumentException(command, List.of("--" + key)).getSuggestions().stream())
                .filter(name -> name.startsWith("--"))
                .map(name -> name.substring(2))
                .filter(keys::contains)
                .max(Comparator.comparingInt(name -> commonPrefix(name, key)))
                .map(name -> "; did you mean %s?".formatted(spelling.apply(name)))
                .orElse("");
    }

    private static int commonPrefix(String first, String second) {
        int length = 0;
        while (length < Math.min(first.length(), second.length()) && first.charAt(length) == second.charAt(length)) {
            length++;
        }
        return length;
    }
}
