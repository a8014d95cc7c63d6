package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.cli.serve.StopSignals;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The help of each command, as a terminal shows it. */
class HelpTest {

    static List<CommandLine> commands() {
        return below(SnowkeeperCommand.commandLine(StopSignals.none(), Map.of(), InputStream.nullInputStream()))
                .toList();
    }

    private static Stream<CommandLine> below(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(HelpTest::below));
    }

    private static String nameOf(CommandLine command) {
        return command.getCommandSpec().qualifiedName();
    }

    private static List<String> linesOf(CommandLine command, int width) {
        return command.setUsageHelpWidth(width)
                .getUsageMessage(Ansi.OFF)
                .lines()
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 120})
    void noLineIsLongerThanTheTerminalIsWide(int width) {
        List<String> tooLong = new ArrayList<>();
        for (CommandLine command : commands()) {
            linesOf(command, width).stream()
                    .filter(line -> line.length() > width)
                    .forEach(line -> tooLong.add(nameOf(command) + ": " + line));
        }

        assertThat(tooLong).isEmpty();
    }

    /** A line that ends early, in the midst of a sentence, was broken by hand. */
    @ParameterizedTest
    @ValueSource(ints = {80, 120})
    void noSentenceIsBrokenWhereItsNextWordHasRoom(int width) {
        List<String> broken = new ArrayList<>();
        for (CommandLine command : commands()) {
            List<String> lines = linesOf(command, width);
            for (int i = 1; i < lines.size(); i++) {
                if (isBrokenByHand(lines.get(i - 1), lines.get(i), width)) {
                    broken.add("%s: %s | %s".formatted(nameOf(command), lines.get(i - 1), lines.get(i)));
                }
            }
        }

        assertThat(broken).isEmpty();
    }

    private static boolean isBrokenByHand(String line, String next, int width) {
        String words = next.strip();
        int indent = next.indexOf(words);
        boolean goesOn = !words.isEmpty()
                && Character.isLowerCase(words.charAt(0))
                && indent > 0
                && line.length() > indent
                && !line.isBlank();
        boolean endsASentence = line.matches(".*[.:;,]$") || line.stripLeading().startsWith("Default: ");
        return goesOn && !endsASentence && line.length() + 1 + words.split(" ", -1)[0].length() < width;
    }

    @Test
    void aCommandIsListedByAWholeSentence() {
        List<String> cut = new ArrayList<>();
        for (CommandLine command : commands()) {
            String header = Arrays.stream(
                            command.getCommandSpec().usageMessage().description())
                    .findFirst()
                    .orElse("");
            if (!header.endsWith(".")) {
                cut.add(nameOf(command) + ": " + header);
            }
        }

        assertThat(cut).isEmpty();
    }

    /** The environment or a file sets the default: without a value of its own, the flag would be the opposite of it. */
    @Test
    void aFlagIsSetWhateverTheEnvironmentSays() {
        assertThat(commands())
                .flatExtracting(command -> command.getCommandSpec().options())
                .filteredOn(option -> option.arity().max() == 0 && !option.usageHelp() && !option.versionHelp())
                // It counts on the command line alone.
                .filteredOn(option -> !option.longestName().equals("--confirm"))
                .isNotEmpty()
                .allSatisfy(option -> assertThat(option.fallbackValue())
                        .as(option.longestName())
                        .isEqualTo("true"));
    }
}
