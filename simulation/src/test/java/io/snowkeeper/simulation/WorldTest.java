package io.snowkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorldTest {

    private static final Duration FAULTS = Duration.ofSeconds(30);
    private static final Duration FRESH = Duration.ofSeconds(20);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aSeedIsOneWorld(long seed) {
        Verdict once = World.of(seed, FAULTS, true);

        assertThat(World.of(seed, FAULTS, true)).isEqualTo(once);
    }

    @Test
    void anotherSeedIsAnotherWorld() {
        assertThat(World.of(1, FAULTS, false).digest())
                .isNotEqualTo(World.of(2, FAULTS, false).digest());
    }

    @Test
    void idsAndNumbersAreGivenWhateverStrikes() {
        Verdict verdict = World.of(6, Duration.ofMinutes(2), true);

        assertThat(verdict.broken()).isEmpty();
        assertThat(verdict.ids()).isGreaterThan(1_000);
        assertThat(verdict.numbers()).isGreaterThan(100);
        assertThat(verdict.struck()).hasSizeGreaterThan(10);
    }

    @Test
    void noPromiseIsBrokenInFreshWorlds() {
        long started = System.nanoTime();
        long seed = System.currentTimeMillis();
        System.out.println("fresh seeds from " + seed);
        while (System.nanoTime() - started < FRESH.toNanos()) {
            Verdict verdict = World.of(seed, FAULTS, true);
            assertThat(verdict.broken())
                    .as("seed %d, faults for %s: %s", seed, FAULTS, String.join("\n", verdict.story()))
                    .isEmpty();
            seed++;
        }
    }
}
