package io.snowkeeper.loadtest.lines;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LineEndsTest {

    @Test
    void allLineFeedsAreCountedAndNothingElse() {
        Random random = new Random(1);
        for (int length = 0; length < 200; length++) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            int expected = 0;
            for (int i = 0; i < length; i++) {
                bytes[i] = random.nextInt(3) == 0 ? (byte) '\n' : bytes[i];
                expected += bytes[i] == '\n' ? 1 : 0;
            }

            assertThat(LineEnds.count(ByteBuffer.allocate(length + 8).put(bytes)))
                    .isEqualTo(expected);
        }
    }

    @Test
    void everyByteIsToldFromALineFeed() {
        for (int value = 0; value < 256; value++) {
            ByteBuffer bytes = ByteBuffer.allocate(16);
            for (int i = 0; i < 16; i++) {
                bytes.put((byte) value);
            }

            assertThat(LineEnds.count(bytes)).as("of %d", value).isEqualTo(value == '\n' ? 16 : 0);
        }
    }
}
