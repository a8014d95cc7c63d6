package io.snowkeeper.cli.migrate.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.cli.migrate.source.CounterPages;
import io.snowkeeper.cli.migrate.source.SourceKey;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextSourceTest {

    private static List<SourceKey> read(TextSource source, String match) throws IOException {
        List<SourceKey> keys = new ArrayList<>();
        try (CounterPages pages = source.open(match)) {
            while (pages.hasNext()) {
                keys.addAll(pages.next());
            }
            assertThat(pages.looked()).isEqualTo(pages.total());
        }
        return keys;
    }

    private static TextSource text(String text) {
        return TextSource.of(new ByteArrayInputStream(text.getBytes(UTF_8)));
    }

    @Test
    void linesAreAsDatabasesPrintThem() throws Exception {
        assertThat(read(text("orders 41\n\n  invoices\t7  \r\npublic.x_seq|9\nmy key | -3\n"), "*"))
                .containsExactly(
                        SourceKey.counter("orders", 41),
                        SourceKey.counter("invoices", 7),
                        SourceKey.counter("public.x_seq", 9),
                        SourceKey.counter("my key", -3));
    }

    @Test
    void onlyWhatMatchesIsTaken() throws Exception {
        assertThat(read(text("orders 41\ninvoices 7\n"), "o*")).containsExactly(SourceKey.counter("orders", 41));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "name value",
                "orders",
                "41",
                " 41",
                "orders 9223372036854775808",
                "orders NULL",
                "orders|",
                "orders 4.1"
            })
    void aLineThatIsNoneIsRefusedWithItsNumberBeforeAnythingIsDone(String line) {
        assertThatThrownBy(() -> text("orders 41\n" + line).open("*"))
                .isInstanceOf(IOException.class)
                .hasMessage("line 2 is no NAME VALUE, where VALUE is an integer of 64 bits: " + line);
    }

    @Test
    void manyLinesComeInPages() throws Exception {
        String lines = IntStream.range(0, 250).mapToObj(i -> "n" + i + " " + i).collect(Collectors.joining("\n"));

        assertThat(read(text(lines), "*")).hasSize(250).endsWith(SourceKey.counter("n249", 249));
    }

    @Test
    void theyMayBeInAFile(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("counters"), "orders 41\n");
        assertThat(read(TextSource.of(file), "*")).containsExactly(SourceKey.counter("orders", 41));

        assertThatThrownBy(() -> TextSource.of(folder.resolve("none")).open("*"))
                .isInstanceOf(IOException.class)
                .hasMessage("there is no such file");
    }
}
