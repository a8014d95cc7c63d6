package io.snowkeeper.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The texts are decoded as ASCII here, as Java does it without a locale. */
class ProcessTextsTest {

    private static final String NEXT = "java\0-jar\0snowkeeper.jar\0sequence\0next\0invoices\0--key\0";

    @TempDir
    private Path folder;

    private ProcessTexts given(String text, Charset charset) throws IOException {
        Path file = Files.writeString(folder.resolve("given"), text, charset);
        return new ProcessTexts(file, file);
    }

    @ParameterizedTest
    @CsvSource({
        "M\u00fcller-2026-1",
        "M\u00f6ller-2026-1",
        "\u8ba2\u5355\u4e00",
        "\u8ba2\u5355\u4e8c",
        "\u0141\u00f3d\u017a/17",
        "\u0141\u00f3d\u00e0/17",
        "\u00c5se",
        "\u00c6se",
        "\ud83d\ude00",
        "a\u0301 \u2028b"
    })
    void argumentsAreThoseThatTheProcessWasGiven(String key) throws IOException {
        String decoded = key.replaceAll("[^\\x00-\\x7f]", "\ufffd\ufffd");

        assertThat(given(NEXT + key + "\0", UTF_8).arguments("sequence", "next", "invoices", "--key", decoded))
                .containsExactly("sequence", "next", "invoices", "--key", key);
    }

    @Test
    void emptyArgumentsCount() throws IOException {
        assertThat(given(NEXT + "\u00fc\0\0\0", UTF_8).arguments("--key", "\ufffd\ufffd", "", ""))
                .containsExactly("--key", "\u00fc", "", "");
    }

    @Test
    void whatIsWholeIsNotLookedFor() {
        ProcessTexts nowhere = new ProcessTexts(folder.resolve("none"), folder.resolve("none"));

        assertThat(nowhere.arguments("--key", "M\u00fcller")).containsExactly("--key", "M\u00fcller");
        assertThat(nowhere.variables(Map.of("A", "\u00fc"))).isEqualTo(Map.of("A", "\u00fc"));
    }

    @Test
    void whatCannotBeHadWholeStaysDamaged() throws IOException {
        ProcessTexts nowhere = new ProcessTexts(folder.resolve("none"), folder.resolve("none"));

        assertThat(nowhere.arguments("M\ufffdller")).containsExactly("M\ufffdller");
        assertThat(nowhere.variables(Map.of("A", "\ufffd"))).isEqualTo(Map.of("A", "\ufffd"));
        assertThat(given(NEXT + "M\u00fcller\0", ISO_8859_1).arguments("--key", "M\ufffdller"))
                .containsExactly("--key", "M\ufffdller");
        assertThat(given("java\0", UTF_8).arguments("--key", "\ufffd")).containsExactly("--key", "\ufffd");
    }

    @Test
    void variablesAreThoseThatTheProcessWasGiven() throws IOException {
        ProcessTexts texts = given("PATH=/bin\0SNOWKEEPER_NAME=B\u00fcro=1\0odd\0EMPTY=\0", UTF_8);

        assertThat(texts.variables(Map.of("SNOWKEEPER_NAME", "B\ufffd\ufffdro=1", "PATH", "/bin", "LATER", "x")))
                .isEqualTo(Map.of("SNOWKEEPER_NAME", "B\u00fcro=1", "PATH", "/bin", "LATER", "x", "EMPTY", ""));
    }
}
