package io.snowkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.simulation.judge.Verdict;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Worlds that have found a defect, as far as a seed still means the same: what a world does changes with what is simulated. */
class FormerWorldsTest {

    @ParameterizedTest
    @ValueSource(longs = {179_545_346_561L, 179_546_694_153L, 774_796, 1_772_383, 3_772_993})
    void aWorldThatBrokeOnceDoesNotAgain(long seed) {
        Verdict verdict = World.of(seed, Duration.ofMinutes(1), true);

        assertThat(verdict.broken()).as(String.join("\n", verdict.story())).isEmpty();
    }
}
