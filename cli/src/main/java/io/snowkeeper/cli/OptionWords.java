package io.snowkeeper.cli;

import io.snowkeeper.core.text.DurationFormat;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The words of the command line for our libraries' refusals: {@code maxSkew=PT0.001S} is {@code --max-skew 1ms} here.
 * The other direction, of a misspelt option, is here too.
 */
final class OptionWords {

    private static final Pattern ISO_DURATION = Pattern.compile("\\bPT[0-9HMS.]+(?![A-Za-z0-9])");
    private static final Pattern FILE_FAILURE =
            Pattern.compile("(?:java\\.nio\\.file\\.)?(NoSuchFile|AccessDenied)Exception: ");
    private static final List<String> PARSERS =
            List.of("Invalid value for ", "Unmatched argument", "Unknown option", "Missing required ");
    private static final Pattern NAMED_VALUE = Pattern.compile("(?<![-\\w])([a-z][A-Za-z]*)=(?=\\S)");

    /** A name as the line protocol has it. */
    private static final Pattern FIELD = Pattern.compile("\\b([a-z]+(?:_[a-z]+)+)\\b(=?)");

    private final List<String> options;

    OptionWords(CommandSpec command) {
        this.options = namesOf(command).distinct().toList();
    }

    private static Stream<String> namesOf(CommandSpec command) {
        return Stream.concat(
                command.options().stream()
                        .flatMap(option -> Stream.of(option.names()))
                        .filter(name -> name.startsWith("--")),
                command.subcommands().values().stream().flatMap(below -> namesOf(below.getCommandSpec())));
    }

    /** Returns a text in which values of the command's options, and times, are written as they are given. */
    String translate(String text) {
        // The parser's own refusals are in these words already, and repeat the typed text.
        if (PARSERS.stream().anyMatch(text::startsWith)) {
            return text;
        }
        String named = NAMED_VALUE.matcher(text).replaceAll(match -> {
            String name = match.group(1).toLowerCase(Locale.ROOT);
            return options.stream()
                    .filter(option -> option.replace("-", "").equals(name))
                    .findFirst()
                    .map(option -> option + " ")
                    .orElse(match.group());
        });
        String timed =
                ISO_DURATION.matcher(named).replaceAll(match -> Matcher.quoteReplacement(duration(match.group())));
        return FILE_FAILURE
                .matcher(timed)
                .replaceAll(match -> match.group(1).startsWith("NoSuch") ? "no such file: " : "access is denied: ");
    }

    /** Returns a node's text in which fields of a request that are options of the command are called so. */
    String translateFields(String text) {
        return FIELD.matcher(text).replaceAll(match -> {
            String option = "--" + match.group(1).replace('_', '-');
            return options.contains(option) ? option + match.group(2).replace('=', ' ') : match.group();
        });
    }

    private static String duration(String text) {
        try {
            return DurationFormat.format(Duration.parse(text));
        } catch (DateTimeException e) {
            return text;
        }
    }

    /** Returns the options with the same letters in another order, which is how a quick hand misspells them. */
    List<String> withLettersOf(String unknown) {
        return options.stream()
                .filter(option -> letters(option).equals(letters(unknown)))
                .toList();
    }

    private static List<Integer> letters(String text) {
        return text.chars().sorted().boxed().toList();
    }
}
