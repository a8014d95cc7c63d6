package io.snowkeeper.node.stream;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DigitsTest {

    private final byte[] to = new byte[Digits.ROOM];

    @Test
    void numbersOfAllLengthsHaveTheirDigits() {
        Random random = new Random(1);
        for (int i = 0; i < 200_000; i++) {
            long value = random.nextLong() >>> (1 + random.nextInt(63));

            assertThat(write(value)).isEqualTo(Long.toString(value));
        }
    }

    @Test
    void eightDigitsKeepTheirLeadingZeros() {
        for (int value : new int[] {0, 9, 10, 99, 100, 9_999, 10_000, 10_001, 99_999_999}) {
            assertThat(Digits.writeEight(to, 0, value)).isEqualTo(8);
            assertThat(new String(to, 0, 8, US_ASCII)).isEqualTo("%08d".formatted(value));
        }
    }

    @Test
    void everyNumberOfFourDigitsIsRightInBothHalves() {
        for (int value = 0; value < 10_000; value++) {
            Digits.writeEight(to, 0, value * 10_001L);

            assertThat(new String(to, 0, 8, US_ASCII)).isEqualTo("%04d%04d".formatted(value, value));
        }
    }

    private String write(long value) {
        return new String(to, 0, Digits.write(to, 0, value), US_ASCII);
    }
}
