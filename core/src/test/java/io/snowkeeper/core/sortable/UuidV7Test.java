package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UuidV7Test {

    private static final int MANY = 100_000;

    private final SplittableRandom random = new SplittableRandom(7);

    @Test
    void theExampleOfTheRfcHasItsTime() {
        // RFC 9562, appendix A.6: 2022-02-22T14:22:22.00-05:00, rand_a 0xCC3, rand_b 0x18C4DC0C0C07398F.
        UuidV7 parts = UuidV7.of(UUID.fromString("017F22E2-79B0-7CC3-98C4-DC0C0C07398F"));

        assertThat(parts.unixMillis()).isEqualTo(1_645_557_742_000L);
        assertThat(parts.counter() >>> 12).isEqualTo(0xcc3);
        assertThat((long) (parts.counter() & 0xfff) << 50 | (long) parts.workerId() << 26 | parts.random())
                .isEqualTo(0x18c4_dc0c_0c07_398fL);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 0, 00000000-0000-7000-8000-000000000000",
        "281474976710655, 16777215, 16777215, 67108863, ffffffff-ffff-7fff-bfff-ffffffffffff",
        "1, 4096, 0, 0, 00000000-0001-7001-8000-000000000000",
        "1, 1, 0, 0, 00000000-0001-7000-8004-000000000000",
        "1, 0, 1, 0, 00000000-0001-7000-8000-000004000000",
        "1, 0, 0, 1, 00000000-0001-7000-8000-000000000001",
    })
    void eachPartHasItsBits(long millis, int counter, int workerId, int rest, UUID uuid) {
        UuidV7 parts = new UuidV7(millis, counter, workerId, rest);

        assertThat(parts.toUuid()).isEqualTo(uuid);
        assertThat(UuidV7.of(uuid)).isEqualTo(parts);
    }

    @Test
    void anyPartsComeBack() {
        for (int i = 0; i < MANY; i++) {
            UuidV7 parts = new UuidV7(
                    random.nextLong(1L << 48),
                    random.nextInt(1 << 24),
                    random.nextInt(1 << 24),
                    random.nextInt(1 << 26));
            assertThat(UuidV7.of(parts.toUuid())).isEqualTo(parts);
            assertThat(UuidV7.isOne(parts.toUuid())).isTrue();
        }
    }

    @Test
    void whatWasCountedIsInTheUuid() {
        for (int i = 0; i < MANY; i++) {
            long millis = random.nextLong(1L << 48);
            int counter = random.nextInt(1 << 24);
            int workerId = random.nextInt(1 << 24);
            SortableId counted = UuidV7.LAYOUT.compose(millis, counter, UuidV7.nodeOf(workerId));

            UuidV7 parts = UuidV7.of(UuidV7.from(counted).toUuid());

            assertThat(parts).isEqualTo(new UuidV7(millis, counter, workerId, parts.random()));
            assertThat(UuidV7.from(counted)).as("the same again").isEqualTo(SortableId.fromUuid(parts.toUuid()));
        }
    }

    @Test
    void uuidsSortAsWhatWasCounted() {
        for (int i = 0; i < MANY; i++) {
            SortableId one = counted();
            SortableId other = counted();

            assertThat(Integer.signum(UuidV7.from(one).compareTo(UuidV7.from(other))))
                    .isEqualTo(Integer.signum(one.compareTo(other)));
        }
    }

    /** Close to each other, so that each part decides now and then. */
    private SortableId counted() {
        return UuidV7.LAYOUT.compose(random.nextLong(3), random.nextInt(1 << 13), UuidV7.nodeOf(random.nextInt(3)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "017f22e2-79b0-4cc3-98c4-dc0c0c07398f",
                "017f22e2-79b0-8cc3-98c4-dc0c0c07398f",
                "017f22e2-79b0-7cc3-58c4-dc0c0c07398f",
                "017f22e2-79b0-7cc3-d8c4-dc0c0c07398f"
            })
    void aUuidOfAnotherVersionOrVariantIsNone(UUID uuid) {
        assertThat(UuidV7.isOne(uuid)).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UuidV7.of(uuid))
                .withMessageStartingWith("must be a UUID of version 7 of RFC 9562: version=")
                .withMessageEndingWith("uuid=" + uuid);
    }

    @ParameterizedTest
    @CsvSource({
        "281474976710656, 0, 0, 0, unixMillis=281474976710656",
        "-1, 0, 0, 0, unixMillis=-1",
        "0, 16777216, 0, 0, counter=16777216",
        "0, 0, 16777216, 0, workerId=16777216",
        "0, 0, 0, 67108864, random=67108864",
    })
    void aPartThatDoesNotFitIsRefused(long millis, int counter, int workerId, int rest, String told) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UuidV7(millis, counter, workerId, rest))
                .withMessageEndingWith(told);
    }
}
