package io.snowkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.simulation.judge.Verdict;
import io.snowkeeper.testkit.extent.Extent;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorldTest {

    private static final Duration FAULTS = Duration.ofSeconds(30);

    /** Any number of others are a matter of {@code loadtest/simulation/run}, which the gate has happen afresh. */
    private static final long WORLDS = Extent.of(3L, 8L);

    /** Each takes a second or more, so tests of the same world share its verdict. */
    private static final Map<Long, Verdict> VERDICTS = new ConcurrentHashMap<>();

    private static Verdict verdict(long seed) {
        return VERDICTS.computeIfAbsent(seed, WorldTest::happen);
    }

    private static Verdict happen(long seed) {
        return World.of(seed, FAULTS, true);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void aSeedIsOneWorld(long seed) {
        assertThat(happen(seed)).isEqualTo(verdict(seed));
    }

    @Test
    void anotherSeedIsAnotherWorld() {
        assertThat(verdict(1).digest()).isNotEqualTo(verdict(2).digest());
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
        Verdict verdict = verdict(seed);

        assertThat(verdict.broken()).as(String.join("\n", verdict.story())).isEmpty();
    }

    private static LongStream seeds() {
        return LongStream.rangeClosed(1, WORLDS);
    }
}
