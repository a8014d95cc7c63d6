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
    }
}
