package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.core.sequence.SequenceMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A model of sequences whose periods end while they are in use. {@code -Dsnowkeeper.seed} repeats a run, {@code -Dsnowkeeper.runs} makes more.
 */
class PeriodModelTest {

    private static final long SEED = Long.getLong("snowkeeper.seed", System.nanoTime());
    private static final int RUNS = Integer.getInteger("snowkeeper.runs", 60);

    private final CoordinationStore store = new MemoryEnsemble().client();

    PeriodModelTest() {
        store.start();
    }

    @ParameterizedTest
    @EnumSource
    void noCallGetsAFormerPeriodAfterAnotherWasAnsweredTheNextAndNoNumberComesTwiceInOne(SequenceMode mode) {
        int turned = 0;
        for (int run = 0; run < RUNS; run++) {
            long seed = SEED + run;
            try {
                PeriodWorld world = new PeriodWorld(store, mode, mode + "-" + run, seed);
                world.live(600);
                world.settle();
                assertThat(world.numbers()).doesNotHaveDuplicates();
                turned += world.periods().size() > 1 ? 1 : 0;
                if (mode == SequenceMode.GAPLESS) {
                    assertThat(world.audit().findings()).isEmpty();
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-Dsnowkeeper.seed=%d -Dsnowkeeper.runs=1".formatted(seed), e);
            }
        }
        // In a rare world all clocks stay within one day.
        assertThat(turned).as("worlds in which a period ended").isGreaterThan(RUNS / 2);
    }
}
