package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.text.Ff1.Halves;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Ff1Test {

    private static final String KEY = "2b7e151628aed2a6abf7158809cf4f3cef4359d8d580aa4f7f036d6f04fc6a94";

    /** The samples that NIST has published for FF1: bits of the key, radix, tweak, plaintext, ciphertext. */
    @ParameterizedTest
    @CsvSource({
        "128, 10, '', 0123456789, 2433477484",
        "128, 10, 39383736353433323130, 0123456789, 6124200773",
        "128, 36, 3737373770717273373737, 0123456789abcdefghi, a9tv40mll9kdu509eum",
        "192, 10, '', 0123456789, 2830668132",
        "192, 10, 39383736353433323130, 0123456789, 2496655549",
        "192, 36, 3737373770717273373737, 0123456789abcdefghi, xbj3kv35jrawxv32ysr",
        "256, 10, '', 0123456789, 6657667009",
        "256, 10, 39383736353433323130, 0123456789, 1001623463",
        "256, 36, 3737373770717273373737, 0123456789abcdefghi, xs8a0azh2avyalyzuwd"
    })
    void encryptsAndDecryptsNistsSamples(int bits, int radix, String tweak, String plain, String cipher) {
        AesKey key = new AesKey(HexFormat.of().parseHex(KEY.substring(0, bits / 4)));
        Ff1 ff1 = new Ff1(key, HexFormat.of().parseHex(tweak), radix, plain.length());

        assertThat(ff1.encrypt(halves(plain, radix))).isEqualTo(halves(cipher, radix));
        assertThat(ff1.decrypt(halves(cipher, radix))).isEqualTo(halves(plain, radix));
    }

    private static Halves halves(String text, int radix) {
        int left = text.length() / 2;
        return new Halves(Long.parseLong(text.substring(0, left), radix), Long.parseLong(text.substring(left), radix));
    }

    /** A tweak of more than 11 bytes takes more blocks than the standard's samples have. */
    @Test
    void isAPermutationWithATweakOfAnyLength() {
        AesKey key = new AesKey(HexFormat.of().parseHex(KEY.substring(0, 32)));
        SplittableRandom random = new SplittableRandom(3);
        for (int length = 0; length <= 64; length++) {
            Ff1 ff1 = new Ff1(key, "x".repeat(length).getBytes(StandardCharsets.US_ASCII), 2, 63);
            Halves number = new Halves(random.nextLong(1L << 31), random.nextLong(1L << 32));
            Halves hidden = ff1.encrypt(number);
            assertThat(hidden).isNotEqualTo(number);
            assertThat(hidden.left()).isBetween(0L, (1L << 31) - 1);
            assertThat(hidden.right()).isBetween(0L, (1L << 32) - 1);
            assertThat(ff1.decrypt(hidden)).isEqualTo(number);
        }
    }

    @ParameterizedTest
    @CsvSource({"10, 5", "2, 19", "2, 112"})
    void refusesNumbersThatAreTooFewOrTooLarge(int radix, int digits) {
        AesKey key = new AesKey(new byte[16]);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Ff1(key, new byte[0], radix, digits))
                .withMessageEndingWith("radix=%s, digits=%s", radix, digits);
    }

    @Test
    void refusesAKeyThatAesHasNot() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new AesKey(new byte[20]))
                .withMessage("an AES key must have 16, 24 or 32 bytes: bytes=20");
    }
}
