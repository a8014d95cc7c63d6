package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The examples of the page of forms are of one id, one UUID, and the first key of the standard's samples. */
class FormsDocumentTest {

    private static final long ID = 382_500_392_145_063_936L;

    @Test
    void examplesAreThoseOfTheLibrary() throws IOException {
        PublicIds orders =
                PublicIds.ofKeys("a base58 2b7e151628aed2a6abf7158809cf4f3c").withPrefix("ord");

        assertThat(Files.readString(Path.of("..", "docs", "reference", "forms.md")))
                .contains("| `%s` | 63 | as a number".formatted(ID))
                .contains("| `%s` | 63 | as text | 16, 13, 11".formatted(IdFormat.CROCKFORD32.format(ID)))
                .contains("| `%s` | 63 | no | 12 or 14".formatted(orders.format(ID)))
                .contains("\"id\": %s, \"public_id\": \"%s\"".formatted(ID, orders.format(ID)))
                .contains("orders.format(id);        // " + orders.format(ID))
                .contains("| `%s` | 63 | no, on purpose".formatted(BitReversal.of(ID)))
                .contains("| `%s` | 128 | as text, of one type"
                        .formatted(new TypeId("user", UUID.fromString("01a1fdfa-4600-7000-8000-000044e9a1c5"))));
    }
}
