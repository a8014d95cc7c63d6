package io.snowkeeper.cli;

import static java.util.stream.Collectors.joining;

import io.snowkeeper.cli.serve.StopSignals;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of each command, as files and documents have them: the same texts as the help's. */
final class OptionTexts {

    private static final int WIDTH = 120;

    /** The end of a description. */
    private static final Pattern DEFAULT = Pattern.compile("(?s)(.*?) ?\\bDefault: (.*)");

    private static final Pattern VALUE = Pattern.compile("(?!none)[a-z0-9./:-]+|[0-9/TZ:-]+");

    private static final String FILE_HEAD = """
            # Options of a node, for: snowkeeper serve --config snowkeeper.properties
            # Each is an option of `snowkeeper serve --help` without the two hyphens. The command line and the environment
            # (SNOWKEEPER_WINDOW=30s) override this file. To set an option, remove its #. Where no value is, the default is a rule.
            """;

    private static final String DOCUMENT_HEAD = """
            # Options

            For operators, to look up an option, its default and where to set it: on the command line (`--window 30s`), in the
            environment (`SNOWKEEPER_WINDOW=30s`), or in the properties file (`window=30s`) that `--config FILE` or
            `SNOWKEEPER_CONFIG` names. The first of these that has it applies. `true` sets a flag, whose default is `off`. One file
            and one environment serve all commands; [`conf/snowkeeper.properties`](../../deploy/dist/src/conf/snowkeeper.properties)
            lists a node's options. A secret is always in a file, which its option names. For commands see
            [command-line.md](command-line.md), for the options of `sequence …` `sequence COMMAND --help`. This page is
            [generated](../../CONTRIBUTING.md#an-option) from the texts of `--help`.
            """;

    private static final String TABLE_HEAD = """

            | option and variable | default | effect |
            |---|---|---|
            """;

    private OptionTexts() {}

    /** Returns the commands by their names, each with the options that a file or the environment may set. */
    private static Map<String, List<OptionSpec>> options() {
        Map<String, List<OptionSpec>> options = new LinkedHashMap<>();
        CommandSpec program = SnowkeeperCommand.commandLine(StopSignals.none(), Map.of(), InputStream.nullInputStream())
                .getCommandSpec();
        program.subcommands()
                .forEach((name, command) -> options.put(
                        name,
                        command.getCommandSpec().options().stream()
                                .filter(option -> !option.usageHelp() && !option.versionHelp() && !option.hidden())
                                .filter(option -> !option.longestName().equals(ConfigOption.NAME))
                                .toList()));
        return options;
    }

    /** Returns the options of a node, in the order of their help. */
    static List<OptionSpec> ofANode() {
        return options().get("serve");
    }

    /** Returns the properties file with each option of a node, none of them set. */
    static String propertiesFile() {
        return FILE_HEAD + ofANode().stream().map(OptionTexts::property).collect(joining());
    }

    /** Returns the page with the options of all commands, each where it first appears. */
    static String document() {
        StringBuilder page = new StringBuilder(DOCUMENT_HEAD);
        Map<String, String> firstCommands = new LinkedHashMap<>();
        options().forEach((command, options) -> {
            Map<String, List<String>> known = new LinkedHashMap<>();
            StringBuilder own = new StringBuilder();
            for (OptionSpec option : options) {
                String row = row(option);
                String first = firstCommands.putIfAbsent(row, command);
                if (first == null) {
                    own.append(row);
                } else {
                    known.computeIfAbsent(first, name -> new ArrayList<>()).add("`" + option.longestName() + "`");
                }
            }
            if (!options.isEmpty()) {
                page.append("\n## ").append(command).append('\n');
            }
            known.forEach((first, names) -> page.append("\nAlso those of [`%s`](#%s): %s.\n"
                    .formatted(
                            first,
                            first,
                            names.size() == options().get(first).size() ? "all" : String.join(", ", names))));
            if (!own.isEmpty()) {
                page.append(TABLE_HEAD).append(own);
            }
        });
        return page.toString();
    }

    /** Returns the value that an option has by default, empty where it has none that could be given. */
    static String defaultValue(OptionSpec option) {
        String text = defaultText(option);
        return VALUE.matcher(text).matches() ? text : "";
    }

    private static String defaultText(OptionSpec option) {
        Matcher matcher = DEFAULT.matcher(text(option));
        String otherwise = option.required() ? "required" : option.arity().max() == 0 ? "off" : "none";
        return matcher.matches() ? matcher.group(2) : otherwise;
    }

    private static String effect(OptionSpec option) {
        return DEFAULT.matcher(text(option)).replaceFirst("$1");
    }

    private static String text(OptionSpec option) {
        return String.join(" ", option.description());
    }

    private static String property(OptionSpec option) {
        return "\n"
                + commented("%s: %s".formatted(option.paramLabel(), effect(option)))
                + commented("Default: " + defaultText(option))
                + "#%s=%s\n".formatted(Configuration.keyOf(option), defaultValue(option));
    }

    private static String commented(String text) {
        StringBuilder lines = new StringBuilder();
        StringBuilder line = new StringBuilder("#");
        for (String word : text.split(" ", -1)) {
            if (line.length() + 1 + word.length() > WIDTH) {
                lines.append(line).append('\n');
                line = new StringBuilder("#");
            }
            line.append(' ').append(word);
        }
        return lines.append(line).append('\n').toString();
    }

    /** Empty for an option that is on the command line only. */
    private static String variable(OptionSpec option) {
        return Configuration.isOnCommandLineOnly(option)
                ? ""
                : "<br>`" + Configuration.variableOf(Configuration.keyOf(option)) + "`";
    }

    private static String row(OptionSpec option) {
        String value = defaultValue(option);
        String name = option.longestName() + (option.arity().max() == 0 ? "" : " " + option.paramLabel());
        return Stream.of(
                        "`" + name + "`" + variable(option),
                        value.isEmpty() ? defaultText(option) : "`" + value + "`",
                        effect(option))
                .map(cell -> cell.replace("|", "\\|"))
                .collect(joining(" | ", "| ", " |\n"));
    }
}
