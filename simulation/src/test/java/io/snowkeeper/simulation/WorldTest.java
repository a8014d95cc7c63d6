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
    void idsAreGivenAndEachFaultStrikesInSomeWorld() {
        Verdict long1 = World.of(8, Duration.ofMinutes(20), false);

        assertThat(long1.ids()).isGreaterThan(1_000);
        assertThat(long1.broken()).isEmpty();
    }

    @Test
    void noPromiseIsBrokenInFreshWorlds() {
        long first = System.currentTimeMillis();
        System.out.println("fresh seeds from " + first);
        long seed = first;
        while (System.currentTimeMillis() - first < FRESH.toMillis()) {
            Verdict verdict = World.of(seed, Duration.ofSeconds(60), true);
            assertThat(verdict.broken())
                    .as("seed %d: %s", seed, String.join("\n", verdict.story()))
                    .isEmpty();
            seed++;
        }
    }
}
