package io.snowkeeper.sequences.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class SequencePathsTest {

    @Test
    void aKeyHasItsPlaceWhateverTheDigitsOfTheLocale() {
        String path = SequencePaths.key("A", "i1", "sale-4711");
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG"));
        try {
            assertThat(SequencePaths.key("A", "i1", "sale-4711")).isEqualTo(path);
        } finally {
            Locale.setDefault(before);
        }
        assertThat(path).matches("/sequences/A/i1/keys/[0-9]{2}/[0-9a-f]{64}");
    }
}
