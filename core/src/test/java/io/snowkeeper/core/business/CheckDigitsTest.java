package io.snowkeeper.core.business;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CheckDigitsTest {

    /** Luhn: ISO/IEC 7812-1's way, and the number that most descriptions of it have. Verhoeff: "Error Detecting Decimal Codes", 1969. */
    @ParameterizedTest
    @CsvSource({
        "LUHN,     7992739871,         3",
        "LUHN,     7992-739-871,       3",
        "LUHN,     411111111111111,    1",
        "LUHN,     37828224631000,     5",
        "VERHOEFF, 236,                3",
        "VERHOEFF, 12345,              1",
        "VERHOEFF, 2-3-6,              3"
    })
    void digitsAreThoseOfTheKnownExamples(CheckDigits way, String text, int check) {
        assertThat(way.of(text)).isEqualTo(check);
    }

    /** Legal entity identifiers have the check digits of ISO 7064 MOD 97-10 at their end (ISO 17442-1). */
    @ParameterizedTest
    @CsvSource({"INR2EJN1ERAN0W5ZP9, 74", "213800WSGIIZCXF1P5, 72", "5493001KJTIIGC8Y1R, 12"})
    void digitsOfMod97AreThoseOfLegalEntityIdentifiers(String text, int check) {
        assertThat(CheckDigits.MOD97.of(text)).isEqualTo(check);
    }

    /** An IBAN (ISO 13616) has them over its end, its country and two zeros: GB82 WEST 1234 5698 7654 32. */
    @Test
    void digitsOfMod97AreThoseOfAnIban() {
        assertThat(CheckDigits.MOD97.of("WEST12345698765432GB")).isEqualTo(82);
        assertThat(CheckDigits.MOD97.of("west 1234 5698 7654 32 gb")).isEqualTo(82);
    }

    @ParameterizedTest
    @EnumSource
    void whatIsNeitherDigitNorLetterOfAsciiIsLeftOut(CheckDigits way) {
        assertThat(way.of("№ 20-26/é٣4")).isEqualTo(way.of("20264"));
    }

    @Test
    void verhoeffsDigitIsTheOneOfThePublishedTables() {
        SplittableRandom random = new SplittableRandom(1969);
        for (int i = 0; i < 1_000; i++) {
            String number = Long.toString(random.nextLong() >>> (1 + random.nextInt(63)));

            assertThat(CheckDigits.VERHOEFF.of(number)).as(number).isEqualTo(VerhoeffTables.checkDigit(number));
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachWrongDigitIsFound(CheckDigits way) {
        SplittableRandom random = new SplittableRandom(7064);
        for (int i = 0; i < 300; i++) {
            String text = "RE-" + (random.nextLong() >>> (1 + random.nextInt(63)));
            int check = way.of(text);
            for (int place = 3; place < text.length(); place++) {
                for (char digit = '0'; digit <= '9'; digit++) {
                    if (digit != text.charAt(place)) {
                        String wrong = text.substring(0, place) + digit + text.substring(place + 1);

                        assertThat(way.of(wrong)).as("%s for %s", wrong, text).isNotEqualTo(check);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void swappedNeighboursAreFoundExceptZeroAndNineByLuhn(CheckDigits way) {
        SplittableRandom random = new SplittableRandom(13616);
        for (int i = 0; i < 2_000; i++) {
            String text = Long.toString(random.nextLong() >>> (1 + random.nextInt(63)));
            for (int place = 0; place + 1 < text.length(); place++) {
                char left = text.charAt(place);
                char right = text.charAt(place + 1);
                if (left != right) {
                    String swapped = text.substring(0, place) + right + left + text.substring(place + 2);
                    boolean missed = way == CheckDigits.LUHN && Math.abs(left - right) == 9;

                    assertThat(way.of(swapped) == way.of(text))
                            .as("%s for %s", swapped, text)
                            .isEqualTo(missed);
                }
            }
        }
    }

    /** Verhoeff's digit as descriptions of it print it: by three tables. */
    private static final class VerhoeffTables {

        private static final String[] PRODUCTS = {
            "0123456789", "1234067895", "2340178956", "3401289567", "4012395678",
            "5987604321", "6598710432", "7659821043", "8765932104", "9876543210"
        };
        private static final String[] PERMUTATIONS = {
            "0123456789", "1576283094", "5803796142", "8916043527",
            "9453126870", "4286573901", "2793806415", "7046913258"
        };
        private static final String INVERSES = "0432156789";

        static int checkDigit(String number) {
            int check = 0;
            for (int i = 0; i < number.length(); i++) {
                int digit = number.charAt(number.length() - 1 - i) - '0';
                check = at(PRODUCTS[check], at(PERMUTATIONS[(i + 1) % 8], digit));
            }
            return at(INVERSES, check);
        }

        private static int at(String row, int column) {
            return row.charAt(column) - '0';
        }
    }
}
