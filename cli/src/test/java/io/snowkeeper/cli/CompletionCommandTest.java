package io.snowkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;

class CompletionCommandTest {

    @TempDir
    private Path folder;

    @Test
    void bashCompletesCommandsAndOptionsByIt() throws Exception {
        assertThat(complete("snowkeeper", "dec")).isEqualTo("decompose");
        assertThat(complete("snowkeeper", "serve", "--log-f")).isEqualTo("--log-format");
        assertThat(complete("snowkeeper", "sequence", "conf").split("\n"))
                .containsExactlyInAnyOrder("confirm", "configure");
    }

    /** Each as a command line with an option, and a word that is offered for it. */
    private static List<String> offered() {
        List<String> offered = new ArrayList<>();
        for (CommandLine command : HelpTest.commands()) {
            for (OptionSpec option : command.getCommandSpec().options()) {
                if (option.completionCandidates() != null) {
                    option.completionCandidates()
                            .forEach(word -> offered.add("%s %s %s"
                                    .formatted(command.getCommandSpec().qualifiedName(), option.longestName(), word)));
                }
            }
        }
        return offered;
    }

    @ParameterizedTest
    @MethodSource("offered")
    void aWordThatIsOfferedForAnOptionIsAcceptedByIt(String line) {
        List<String> words = List.of(line.split(" ", -1));
        try {
            HelpTest.commands().get(0).parseArgs(words.subList(1, words.size()).toArray(String[]::new));
        } catch (MissingParameterException e) {
            // The option was read, and the command wants others beside it.
        }
    }

    /** Has bash complete the last word. */
    private String complete(String... words) throws Exception {
        Run run = Run.of("completion");
        assertThat(run.status()).isZero();
        Path script = Files.writeString(folder.resolve("completion"), run.out());
        String line = String.join(" ", words);
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source '%s'; COMP_WORDS=(%s); COMP_CWORD=%d; COMP_LINE='%s'; _complete_snowkeeper 2>/dev/null; printf '%%s\n' \"${COMPREPLY[@]}\""
                                .formatted(script, line, words.length - 1, line))
                .redirectErrorStream(true)
                .start();
        String output = new String(bash.getInputStream().readAllBytes(), UTF_8);
        assertThat(bash.waitFor()).as(output).isZero();
        return output.strip();
    }
}
