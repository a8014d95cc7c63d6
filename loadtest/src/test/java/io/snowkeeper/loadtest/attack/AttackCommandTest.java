package io.snowkeeper.loadtest.attack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class AttackCommandTest {

    private final StringWriter output = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void tellsWhichAttacksThereAre() {
        assertThat(execute("--attack", "list")).isZero();

        assertThat(output.toString())
                .contains(
                        "hello-flood          a recorded ClientHello over a new connection each time, closed at once");
    }

    @Test
    void refusesAnUnknownAttack() throws Exception {
        assertThat(execute("--node-jar", jar(), "--java-options", "", "--attack", "sunshine"))
                .isEqualTo(2);

        assertThat(output.toString())
                .startsWith("must be 'all', 'list' or one of [unread-documents, ")
                .contains("]: attack=sunshine");
    }

    @Test
    void refusesAStrengthOutOfRange() throws Exception {
        assertThat(execute("--node-jar", jar(), "--java-options", "", "--strength", "101"))
                .isEqualTo(2);

        assertThat(output.toString()).startsWith("must be >= 1 && <= 100: strength=101");
    }

    @Test
    void refusesToRunWithoutANode() {
        assertThat(execute("--node-jar", folder.resolve("none.jar").toString())).isEqualTo(2);

        assertThat(output.toString()).startsWith("there must be a node to run, build it first: node-jar=");
    }

    @Test
    void refusesToGuessTheOptionsOfJava() throws Exception {
        Path none = folder.resolve("Dockerfile");

        assertThat(execute("--node-jar", jar(), "--dockerfile", none.toString()))
                .isEqualTo(2);

        assertThat(output.toString())
                .startsWith("must have Java's options, or --java-options must: dockerfile=" + none);
    }

    private String jar() throws Exception {
        return Files.writeString(folder.resolve("snowkeeper.jar"), "").toString();
    }

    private int execute(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        // Else each command would leave an empty one among the temporary files.
        all.addAll(List.of("--folder", folder.resolve("run").toString()));
        return new CommandLine(new AttackCommand())
                .setOut(new PrintWriter(output, true))
                .setErr(new PrintWriter(output, true))
                .execute(all.toArray(String[]::new));
    }
}
