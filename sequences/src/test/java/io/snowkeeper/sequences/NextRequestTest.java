package io.snowkeeper.sequences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NextRequestTest {

    private static final NextRequest REQUEST = NextRequest.of("A");

    @Test
    void aCountBelowOneIsRefused() {
        assertThatThrownBy(() -> NextRequest.of("A", 0))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must be >= 1: count=0");
    }

    @Test
    void aKeyHas256CharactersAtTheMost() {
        assertThat(REQUEST.withKey("k".repeat(256)).key()).isPresent();
        assertThatThrownBy(() -> REQUEST.withKey("k".repeat(257)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("a key must have 1 to 256 characters: length=257");
        assertThatThrownBy(() -> REQUEST.withKey(""))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("a key must have 1 to 256 characters: length=0");
    }

    @Test
    void aKeyIsAnyWellFormedText() {
        for (String key : List.of(
                "Gr\u00fc\u00dfe", "\u65e5\u672c", "\ud83d\ude00", "a\ud83d\ude00\ud83c\udf89b", "\u0000", "?")) {
            assertThat(REQUEST.withKey(key).key()).contains(key);
        }
    }

    @ParameterizedTest
    @CsvSource({"a,D83D,'',1", "a,D83D,b,1", "'',DC00,'',0", "ab,DE00,c,2", "\ud83d\ude00,D83C,x,2"})
    void aKeyThatWasCutWithinACharacterIsRefused(String before, String half, String after, int index) {
        String key = before + (char) Integer.parseInt(half, 16) + after;
        assertThatThrownBy(() -> REQUEST.withKey(key))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage(
                        "must be undamaged Unicode: key has half of a character, U+%s, at index %d; do not cut texts within one"
                                .formatted(half, index));
    }

    @Test
    void aKeyThatCouldNotBeDecodedIsRefused() {
        assertThatThrownBy(() -> REQUEST.withKey("M\ufffdller"))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage(
                        "must be undamaged Unicode: key has U+FFFD at index 1, which stands for what could not be decoded; decode it by its own charset");
    }

    @Test
    void aTimeoutIsBetweenAMillisecondAndAnHour() {
        assertThat(REQUEST.withTimeout(Duration.ofMillis(1)).timeout()).isPresent();
        assertThat(REQUEST.withTimeout(Duration.ofHours(1)).timeout()).isPresent();
        assertThatThrownBy(() -> REQUEST.withTimeout(Duration.ZERO))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must be >= PT0.001S && <= PT1H: timeout=PT0S");
        assertThatThrownBy(() -> REQUEST.withTimeout(Duration.ofDays(200_000)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must be >= PT0.001S && <= PT1H: timeout=PT4800000H");
    }
}
