package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class IdFormatTest {

    @ParameterizedTest
    @CsvSource({
        "DECIMAL, 0, 0",
        "DECIMAL, 9223372036854775807, 9223372036854775807",
        "HEX, 0, 0000000000000000",
        "HEX, 3735928559, 00000000deadbeef",
        "HEX, 9223372036854775807, 7fffffffffffffff",
        "BASE62, 0, 00000000000",
        "BASE62, 61, 0000000000z",
        "BASE62, 62, 00000000010",
        "BASE62, 9223372036854775807, AzL8n0Y58m7",
        "CROCKFORD32, 0, 0000000000000",
        "CROCKFORD32, 31, 000000000000Z",
        "CROCKFORD32, 9223372036854775807, 7ZZZZZZZZZZZZ"
    })
    void writesAndReads(IdFormat format, long id, String text) {
        assertThat(format.format(id)).isEqualTo(text);
        assertThat(format.parse(text)).isEqualTo(id);
    }

    @ParameterizedTest
    @EnumSource
    void readsWhatItWrote(IdFormat format) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1000; i++) {
            long id = random.nextLong() >>> (1 + random.nextInt(63));

            assertThat(format.parse(format.format(id))).as("seed %d", seed).isEqualTo(id);
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DECIMAL")
    void sortsAsTheIdsDo(IdFormat format) {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < 1000; i++) {
            long smaller = random.nextLong() >>> (1 + random.nextInt(62));
            long larger = smaller + 1 + random.nextLong(Long.MAX_VALUE - smaller);

            assertThat(format.format(smaller)).as("seed %d", seed).isLessThan(format.format(larger));
        }
    }

    @Test
    void readsCapitalHexDigits() {
        assertThat(IdFormat.HEX.parse("00000000DEADbeef")).isEqualTo(0xDEADBEEFL);
    }

    @Test
    void readsWhatPeopleTypeInCrockfordsBase32() {
        assertThat(IdFormat.CROCKFORD32.parse("0O0o00001IiLl")).isEqualTo(IdFormat.CROCKFORD32.parse("0000000011111"));
        assertThat(IdFormat.CROCKFORD32.parse("00000000000zZ")).isEqualTo(1023);
    }

    @Test
    void tellsLettersApartInBase62() {
        assertThat(IdFormat.BASE62.parse("0000000000a")).isEqualTo(36);
        assertThat(IdFormat.BASE62.parse("0000000000A")).isEqualTo(10);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "DECIMAL; ''; decimal id must have 1 to 19 characters: length=0, id=",
                "DECIMAL; 12345678901234567890; decimal id must have 1 to 19 characters: length=20, id=12345678901234567890",
                "DECIMAL; 9223372036854775808; decimal id must be <= 9223372036854775807, the largest of 63 bits: id=9223372036854775808",
                "DECIMAL; -1; decimal id has a character that is not a digit: character='-', index=0, id=-1",
                "HEX; 7fffffffffffff; hex id must have 16 characters: length=14, id=7fffffffffffff",
                "HEX; 8000000000000000; hex id must be <= 7fffffffffffffff, the largest of 63 bits: id=8000000000000000",
                "HEX; 000000000000000g; hex id has a character that is not a digit: character='g', index=15, id=000000000000000g",
                "BASE62; 000000000000; base 62 id must have 11 characters: length=12, id=000000000000",
                "BASE62; AzL8n0Y58m8; base 62 id must be <= AzL8n0Y58m7, the largest of 63 bits: id=AzL8n0Y58m8",
                "BASE62; 00000-00000; base 62 id has a character that is not a digit: character='-', index=5, id=00000-00000",
                "CROCKFORD32; 8000000000000; Crockford base 32 id must be <= 7ZZZZZZZZZZZZ, the largest of 63 bits: id=8000000000000",
                "CROCKFORD32; U000000000000; Crockford base 32 id has a character that is not a digit: character='U', index=0, id=U000000000000",
                "CROCKFORD32; 000000000000é; Crockford base 32 id has a character that is not a digit: character='é', index=12, id=000000000000é"
            })
    void refusesOtherText(IdFormat format, String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> format.parse(text))
                .withMessage(message);
    }

    @Test
    void refusesTheFirstCharacterBeyondAscii() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdFormat.DECIMAL.parse("\u0080"))
                .withMessage("decimal id has a character that is not a digit: character='\u0080', index=0, id=\u0080");
        assertThatIllegalArgumentException().isThrownBy(() -> IdFormat.DECIMAL.parse("\u007f"));
    }

    @ParameterizedTest
    @EnumSource
    void refusesToWriteNegativeIds(IdFormat format) {
        assertThatIllegalArgumentException().isThrownBy(() -> format.format(-1)).withMessage("id must be >= 0: id=-1");
    }
}
