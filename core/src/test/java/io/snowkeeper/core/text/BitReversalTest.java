package io.snowkeeper.core.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.Layout;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BitReversalTest {

    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void reversedTwiceItIsTheSameOverTheWholeRange() {
        for (int i = 0; i < 20_000; i++) {
            long id = random.nextLong() >>> 1 + random.nextInt(63);
            assertThat(BitReversal.of(BitReversal.of(id))).isEqualTo(id);
        }
        assertThat(BitReversal.of(0)).isZero();
        assertThat(BitReversal.of(1)).isEqualTo(1L << 62);
        assertThat(BitReversal.of(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    }

    /** One id a millisecond has the sequence 0 always: its worker id and sequence are the same leading bits, behind which time spreads. */
    @Test
    void idsOfOneNodeAreSpreadEvenlyOverItsRange() {
        Set<Long> sixteenths = new HashSet<>();
        for (int i = 0; i < 64; i++) {
            long id = BitReversal.of(Layout.DEFAULT.compose(1_000_000 + i, 5, 0));
            sixteenths.add(id >>> 37 & 15);
        }
        assertThat(sixteenths).hasSize(16);
    }

    @Test
    void refusesAnIdThatIsNegative() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BitReversal.of(-1))
                .withMessage("id must be >= 0: id=-1");
    }
}
