package io.snowkeeper.core.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class GivenTextTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "\"n1\"|n1",
                "\"n1\n\"|n1",
                "\"n1\r\n\"|n1",
                "\"n1\n\n\"|n1",
                "\"\ufeffn1\"|n1",
                "\"\ufeff n1 \r\n\"|n1",
                "\" \tn1\u2003\"|n1",
                "\"a b\n\"|\"a b\"",
                "\"\ufeff\"|\"\"",
                "\"\"|\"\"",
                "\"a\ufeffb\"|\"a\ufeffb\""
            })
    void aValueIsWhatIsWithinBlanksAndMarks(String given, String bare) {
        assertThat(GivenText.bare(given)).isEqualTo(bare);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '>',
            quoteCharacter = '\0',
            value = {"\"a\">a", " \"a;b\" >a;b", "\"a\"\"b\">a\"b", "a>a", "\">\"", "\"a>\"a", "a\"b\">a\"b\""})
    void aFieldIsWhatIsWithinItsQuotes(String field, String text) {
        assertThat(GivenText.unquoted(field)).isEqualTo(text);
    }

    static Stream<Arguments> files() {
        String text = "M\u00fcller\t1";
        return Stream.of(
                arguments(text.getBytes(UTF_8), text),
                arguments(("\ufeff" + text).getBytes(UTF_8), text),
                arguments(("\ufeff" + text).getBytes(UTF_16LE), text),
                arguments(("\ufeff" + text).getBytes(UTF_16BE), text),
                arguments(text.getBytes(ISO_8859_1), "M\ufffdller\t1"),
                arguments("\ufeff".getBytes(UTF_8), null),
                arguments("\ufeff".getBytes(UTF_16LE), null),
                arguments(new byte[0], null),
                arguments(new byte[] {'a'}, "a"),
                arguments(new byte[] {(byte) 0xff}, "\ufffd"),
                // The second of two marks is a part of the text.
                arguments("\ufeff\ufeffa".getBytes(UTF_8), "\ufeffa"));
    }

    @Test
    void aFileIsReadIfItIsARegularOneOrALinkToOne() throws IOException {
        Path file = Files.writeString(folder.resolve("token"), "secret");

        assertThat(GivenText.bytes(file, 6, "a token")).asString().isEqualTo("secret");
        assertThat(GivenText.bytes(Files.createSymbolicLink(folder.resolve("link"), file), 6, "a token"))
                .asString()
                .isEqualTo("secret");
        assertThatThrownBy(() -> GivenText.bytes(file, 5, "a token"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a token must have at most 5 bytes: " + file);
        assertThatThrownBy(() -> GivenText.bytes(folder.resolve("none"), 5, "a token"))
                .isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void whatHasNoEndOrKeepsReadersWaitingIsNoFile() throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        for (Path other :
                List.of(pipe, folder, Files.createSymbolicLink(folder.resolve("device"), Path.of("/dev/zero")))) {
            assertThatThrownBy(() -> GivenText.bytes(other, 5, "a token"))
                    .isInstanceOf(FileSystemException.class)
                    .hasMessage(other + ": is not a regular file");
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void aFileIsReadByTheMarkThatItBeginsWith(byte[] bytes, String line) throws IOException {
        try (BufferedReader reader = GivenText.reader(new ByteArrayInputStream(bytes))) {
            assertThat(reader.readLine()).isEqualTo(line);
        }
    }
}
