package io.snowkeeper.core.sortable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.Reservation;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UuidGeneratorTest {

    private static final long T = 1_772_366_400_000L;

    private final ManualMonotonicTime time = new ManualMonotonicTime(T);
    private final UuidGenerator generator = new UuidGenerator(17, time.clock(), Reservation.unlimited());

    @Test
    void issuesTimeCounterAndWorkerId() {
        generator.next();

        UuidV7 second = UuidV7.of(generator.next());

        assertThat(second).isEqualTo(new UuidV7(T, 1, 17, second.random()));
    }

    @Test
    void theLastBitsOfNeighboursHaveNothingInCommon() {
        Set<Integer> seen = new HashSet<>();
        AtomicInteger ones = new AtomicInteger();
        for (int i = 0; i < 10_000; i++) {
            int random = UuidV7.of(generator.next()).random();
            seen.add(random);
            ones.addAndGet(Integer.bitCount(random));
        }
        // 10,000 drawn at random out of 2^26 have fewer than one pair; a bit is set in half of them.
        assertThat(seen).hasSizeGreaterThan(9_980);
        assertThat(ones.get()).isBetween(128_000, 132_000);
    }

    @Test
    void textsIncreaseAndNoneComesTwice() {
        UuidGenerator real = new UuidGenerator(UuidV7.MAX_WORKER_ID);

        String[] texts = IntStream.range(0, 100_000)
                .mapToObj(i -> real.next().toString())
                .toArray(String[]::new);

        assertThat(texts).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void writesThemIntoAnArray() {
        byte[] target = new byte[2 + 3 * 16];
        generator.next(target, 1, 2);
        generator.next(target, 33);

        for (int i = 0; i < 3; i++) {
            UuidV7 parts = UuidV7.of(SortableId.fromBytes(target, 1 + 16 * i).toUuid());
            assertThat(parts).isEqualTo(new UuidV7(T, i, 17, parts.random()));
        }
        assertThat(Arrays.asList(target[0], target[49])).containsOnly((byte) 0);
    }

    @Test
    void issuesNothingOnceItIsClosed() {
        UUID last = generator.next();

        assertThat(generator.close()).isEqualTo(T).isEqualTo(UuidV7.of(last).unixMillis());
        assertThatExceptionOfType(GeneratorClosedException.class).isThrownBy(generator::next);
    }

    @Test
    void aWorkerIdThatDoesNotFitIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UuidGenerator(UuidV7.MAX_WORKER_ID + 1))
                .withMessage("must be >= 0 && <= 16777215: workerId=16777216");
    }
}
