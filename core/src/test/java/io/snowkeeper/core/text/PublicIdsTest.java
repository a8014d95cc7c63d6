package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.snowkeeper.core.Layout;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PublicIdsTest {

    private static final String KEY_1 = "2b7e151628aed2a6abf7158809cf4f3c";
    private static final String KEY_2 = "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4";

    private static final PublicIds BASE58 = PublicIds.ofKeys("a base58 " + KEY_1);

    @ParameterizedTest
    @CsvSource({"base58, [1-9A-HJ-NP-Za-km-z]{11}", "base62, [0-9A-Za-z]{11}", "crockford32, [0-9a-hjkmnp-tv-z]{13}"})
    void readsWhatItHasWrittenOverTheWholeRange(String alphabet, String pattern) {
        PublicIds ids = PublicIds.ofKeys("h %s %s".formatted(alphabet, KEY_2));
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 20_000; i++) {
            long id = random.nextLong() >>> 1 + random.nextInt(63);
            assertThat(ids.parse(ids.format(id))).isEqualTo(id);
            assertThat(ids.format(id)).matches("h" + pattern);
        }
        for (long id : new long[] {0, 1, Long.MAX_VALUE}) {
            assertThat(ids.parse(ids.format(id))).isEqualTo(id);
        }
    }

    /**
     * Today's texts must be readable in ten years: a change of them breaks links that people have kept. They are those
     * of another program, written after the standard.
     */
    @Test
    void writesTheSameTextsForEver() {
        assertThat(BASE58.format(0)).isEqualTo("aJCGm2f2YtoE");
        assertThat(BASE58.withPrefix("ord").format(0)).isEqualTo("ord_a6sXcJCLyfTH");
        assertThat(BASE58.format(Long.MAX_VALUE)).isEqualTo("aAGA8KRF9a4d");
        assertThat(PublicIds.ofKeys("b base62 " + KEY_1).format(0)).isEqualTo("b8pBwRxm2xcT");
        assertThat(PublicIds.ofKeys("z crockford32 " + KEY_1).format(0)).isEqualTo("z6dk2sgwf676wd");
        assertThat(PublicIds.ofKeys("a base58 " + KEY_2)
                        .withPrefix("a_rather_long_prefix")
                        .format(375_309_985_165_312L))
                .isEqualTo("a_rather_long_prefix_a4MXaYrHh5i5");
    }

    @Test
    void idsOfOneMillisecondHaveNothingInCommonOutside() {
        long first = Layout.DEFAULT.compose(1_000_000, 5, 0);
        Set<String> beginnings = new HashSet<>();
        for (long id = first; id < first + 1000; id++) {
            beginnings.add(BASE58.format(id).substring(1, 4));
        }
        // There are 58 * 58 * 58 / 2.7 of them.
        assertThat(beginnings).hasSizeGreaterThan(980);
    }

    @Test
    void anIdHasAnotherTextForEachPrefix() {
        String text = BASE58.withPrefix("ord").format(42);
        assertThat(text).startsWith("ord_a");
        assertThat(text.substring(4))
                .isNotEqualTo(BASE58.format(42))
                .isNotEqualTo(BASE58.withPrefix("inv").format(42).substring(4));
        assertThat(BASE58.parseAny(text)).isEqualTo(42);
    }

    @Test
    void aPrefixIsChecked() {
        PublicIds orders = BASE58.withPrefix("ord");
        String invoice = BASE58.withPrefix("inv").format(42);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> orders.parse(invoice))
                .withMessage("id must have the prefix ord_: id=" + invoice);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BASE58.parse(invoice))
                .withMessage("id must have no prefix: id=" + invoice);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BASE58.withPrefix("Ord"))
                .withMessage(
                        "prefix must be up to 63 letters a to z, and underscores between them: characters=3, prefix=Ord");
    }

    @Test
    void anExchangedKeyIsReadAsLongAsItIsThere() {
        String old = BASE58.format(42);
        PublicIds reads = PublicIds.ofKeys("a base58 %s\nb base62 %s".formatted(KEY_1, KEY_2));
        PublicIds writes = PublicIds.ofKeys("# the new one\n\n b base62 %s \na base58 %s\n".formatted(KEY_2, KEY_1));
        assertThat(reads.format(42)).isEqualTo(old);
        assertThat(writes.format(42)).startsWith("b");
        assertThat(reads.parse(writes.format(42))).isEqualTo(42);
        assertThat(writes.parse(old)).isEqualTo(42);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BASE58.parse(writes.format(42)))
                .withMessageStartingWith("public id must begin with the version of a key (a): version=b, id=b");
    }

    @Test
    void crockfordsTextsAreReadInEitherCase() {
        PublicIds ids = PublicIds.ofKeys("a crockford32 " + KEY_1).withPrefix("ord");
        assertThat(ids.parse(ids.format(42).toUpperCase(Locale.ROOT))).isEqualTo(42);
    }

    @Test
    void aLetterBeyondAsciiIsNoneOfOurs() {
        String kelvin = "\u212a";
        PublicIds ids = PublicIds.ofKeys("k crockford32 " + KEY_1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ids.parse(kelvin + ids.format(42).substring(1)));
        PublicIds keys = ids.withPrefix("key");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> keys.parse(kelvin + keys.format(42).substring(1)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | public id must have characters behind its prefix: id=",
                "a | public id must have 12 characters: characters=1, id=a",
                "azzzzzzzzzzz | public id is not one that its key writes: id=azzzzzzzzzzz",
                "a0000000000O | public id is not one that its key writes: id=a0000000000O"
            })
    void refusesATextThatItHasNotWritten(String text, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BASE58.parse(text))
                .withMessage(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | there must be a line with a key, as in: a base58 $(openssl rand -hex 32)",
                "'# none' | there must be a line with a key, as in: a base58 $(openssl rand -hex 32)",
                "a base58 | line 1: must be a version of one letter, an alphabet and a key of AES in hex digits, as in: a base58 $(openssl rand -hex 32)",
                "0 base58 aa | line 1: version must be a small letter, but i, l, o and u: version=0",
                "a base64 aa | line 1: alphabet must be base58, base62 or crockford32",
                "a base58 xx | line 1: key must be 32, 48 or 64 hex digits: characters=2",
                "a base58 aa | line 1: an AES key must have 16, 24 or 32 bytes: bytes=1"
            })
    void refusesAFileThatHasNoKeys(String file, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIds.ofKeys(file))
                .withMessage(message);
    }

    @Test
    void refusesTwoKeysOfOneVersion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIds.ofKeys("a base58 %s\na base62 %s".formatted(KEY_1, KEY_2)))
                .withMessage("line 2: version is that of a line before: version=a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a base58 2b7e151628aed2a6abf7158809cf4f3", "a base58 " + KEY_1 + "00"})
    void neverShowsAKey(String file) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIds.ofKeys(file))
                .satisfies(e -> assertThat(e).hasMessageNotContaining("2b7e15"));
        assertThat(PublicIdKey.parse("a base58 " + KEY_1)).hasToString("PublicIdKey[version=a, alphabet=BASE58]");
    }

    @Test
    void withoutKeysNothingIsWrittenOrRead() {
        assertThatIllegalStateException().isThrownBy(() -> PublicIds.NONE.format(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PublicIds.NONE.parse("aNQm6nKp8qFC"))
                .withMessage("public id can be read with its key only, and there is none here: id=aNQm6nKp8qFC");
    }

    @Test
    void refusesAnIdThatIsNegative() {
        assertThatIllegalArgumentException().isThrownBy(() -> BASE58.format(-1)).withMessage("id must be >= 0: id=-1");
    }
}
