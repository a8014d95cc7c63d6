package io.snowkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorldTest {

    private static final Duration FAULTS = Duration.ofSeconds(30);

    /** Any number of others are a matter of {@code simulation/run}. */
    private static final long WORLDS = 8;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
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
        Verdict verdict = World.of(1, Duration.ofMinutes(1), true);

        assertThat(verdict.broken()).isEmpty();
        assertThat(verdict.ids()).isGreaterThan(1_000);
        assertThat(verdict.numbers()).isGreaterThan(100);
        assertThat(verdict.struck()).hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void noPromiseIsBroken(long seed) {
        Verdict verdict = World.of(seed, FAULTS, true);

        assertThat(verdict.broken()).as(String.join("\n", verdict.story())).isEmpty();
    }

    /** As far as a seed still means the same: what a world does changes with what is simulated. */
    @ParameterizedTest
    @ValueSource(longs = {179_545_346_561L, 179_546_694_153L, 774_796, 1_772_383, 3_772_993})
    void aWorldThatBrokeOnceDoesNotAgain(long seed) {
        Verdict verdict = World.of(seed, Duration.ofMinutes(1), true);

        assertThat(verdict.broken()).as(String.join("\n", verdict.story())).isEmpty();
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, WORLDS);
    }
}
