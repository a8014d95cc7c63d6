package io.snowkeeper.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
