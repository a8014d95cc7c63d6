package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WellFormedTextTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "order-4711", "\u00e9\u2603", "\ud83d\ude00", "a\ud83d\ude00b"})
    void wholeCharactersAreWellFormed(String text) {
        assertThat(WellFormedText.halfAt(text)).isEmpty();
        assertThat(WellFormedText.damage(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'\ud83d', 0",
        "'ab\ud83d', 2",
        "'\ude00', 0",
        "'\ud83d\ude00\ude00', 2",
        "'\ud83dx', 0",
        "'\ud83d\ud83d\ude00', 0"
    })
    void halfOfACharacterIsFoundWhereItIs(String text, int index) {
        assertThat(WellFormedText.halfAt(text)).hasValue(index);
        assertThat(WellFormedText.damage(text))
                .hasValue("half of a character, U+%04X, at index %d; do not cut texts within one"
                        .formatted((int) text.charAt(index), index));
    }

    /** Decoded as ASCII, M\u00fcller and M\u00f6ller are one text. */
    @ParameterizedTest
    @CsvSource({"M\ufffd\ufffdller, 1", "\ufffd, 0", "\ud83d\ude00\ufffd, 2"})
    void whatStandsForTheUndecodedIsDamage(String text, int index) {
        assertThat(WellFormedText.damage(text))
                .hasValue("U+FFFD at index %d, which stands for what could not be decoded; decode it by its own charset"
                        .formatted(index));
    }
}
