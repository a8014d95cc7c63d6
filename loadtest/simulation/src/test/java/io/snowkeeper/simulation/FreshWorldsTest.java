package io.snowkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.simulation.judge.Verdict;
import io.snowkeeper.testkit.extent.Extent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Worlds with new seeds: others in each build, for some seconds, or in full for a minute. */
class FreshWorldsTest {

    private static final Duration FAULTS = Duration.ofMinutes(1);
    private static final Duration TIME = Extent.of(Duration.ofSeconds(5), Duration.ofMinutes(1));

    @Test
    void noPromiseIsBroken() {
        long first = Simulation.freshSeed();
        System.out.println("worlds from seed " + first);
        long end = System.nanoTime() + TIME.toNanos();
        for (long seed = first; System.nanoTime() < end; seed++) {
            Verdict verdict = World.of(seed, FAULTS, true);

            assertThat(verdict.broken())
                    .as(
                            "%s%nagain: loadtest/simulation/run --from %d --seeds 1 --faults %d",
                            String.join("\n", verdict.story()), seed, FAULTS.toSeconds())
                    .isEmpty();
        }
    }
}
