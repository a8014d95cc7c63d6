package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Settlement;
import io.snowkeeper.sequences.engine.SequenceWorld.Operator;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A model of sequences in use. Three nodes serve a sequence, and at every step chance decides what happens: a caller
 * makes a request, or goes away, a node does its next piece of work, the store does a request, its answer comes, comes
 * late or is lost, a session ends, the sequence is deleted and made anew. The callers' numbers are compared with the
 * guarantees of the mode. {@code -Dsnowkeeper.seed} repeats a run, {@code -Dsnowkeeper.runs} makes more.
 */
abstract class SequenceModel {

    private static final long SEED = Long.getLong("snowkeeper.seed", System.nanoTime());

    private final int runs;

    SequenceModel(int runs) {
        this.runs = Integer.getInteger("snowkeeper.runs", runs);
    }

    /** Returns the store that the nodes share, started. */
    abstract CoordinationStore store();

    private interface Check {
        void of(SequenceWorld world);
    }

    private void run(SequenceMode mode, boolean callersLeave, Check check) {
        run(mode, callersLeave, Operator.ABSENT, AtExpiry.RETURN, check);
    }

    private void run(SequenceMode mode, boolean callersLeave, Operator operator, AtExpiry atExpiry, Check check) {
        for (int run = 0; run < runs; run++) {
            long seed = SEED + run;
            SequenceOptions options = SequenceOptions.DEFAULT
                    .withBlock(1 + seed % 7, 1 + seed % 7)
                    .withAtExpiry(atExpiry);
            List<NumberRange> ranges = seed % 4 == 0
                    ? List.of(new NumberRange(1, 90))
                    : List.of(
                            new NumberRange(1, 3),
                            new NumberRange(4, 4),
                            new NumberRange(5, 40),
                            new NumberRange(41, 50),
                            new NumberRange(51, 100_000));
            String name = mode + "-" + callersLeave + "-" + operator + "-" + atExpiry + "-" + run;
            try {
                SequenceWorld world = new SequenceWorld(
                        store(), new SequenceDefinition(name, mode, ranges, options), callersLeave, operator, seed);
                world.live(400);
                world.settle();
                check.of(world);
                if (mode == SequenceMode.GAPLESS) {
                    assertThat(world.audit().findings()).isEmpty();
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-Dsnowkeeper.seed=%d -Dsnowkeeper.runs=1".formatted(seed), e);
            }
        }
    }

    private static List<Long> all(long count) {
        return LongStream.rangeClosed(1, count).boxed().toList();
    }

    @Test
    void orderedNumbersAreGivenOnceAndInOrderAndWithoutAGap() {
        run(SequenceMode.ORDERED, false, world -> {
            assertThat(world.givenUp()).isZero();
            assertThat(world.ordinals()).isEqualTo(all(world.state().taken()));
        });
    }

    @Test
    void orderedNumbersOfCallersThatHaveLeftAreCountedAsGivenUp() {
        run(SequenceMode.ORDERED, true, world -> {
            assertThat(world.ordinals()).doesNotHaveDuplicates();
            assertThat(world.numbers().size() + world.givenUp())
                    .isEqualTo(world.state().taken());
        });
    }

    @Test
    void blockNumbersAreGivenOnceThoughNodesGiveTheirRestBack() {
        run(SequenceMode.BLOCK, true, world -> {
            world.stopOneAfterAnother();
            world.takeTheRest(100);
            assertThat(world.ordinals()).doesNotHaveDuplicates();
            assertThat(world.numbers().size())
                    .isLessThanOrEqualTo((int) world.state().taken());
        });
    }

    @ParameterizedTest
    @EnumSource
    void aSequenceThatIsMadeAnewUnderLoadGivesNumbersOfItsOwnAlone(SequenceMode mode) {
        run(
                mode,
                true,
                Operator.MAKES_ANEW,
                AtExpiry.HOLD,
                world -> assertThat(mode == SequenceMode.GAPLESS ? world.confirmed() : world.numbers())
                        .doesNotHaveDuplicates());
    }

    @Test
    void confirmedNumbersHaveNeitherHoleNorRepeat() {
        run(SequenceMode.GAPLESS, true, world -> {
            world.expireAll();
            assertThat(world.state().pending()).isZero();
            assertThatEachNumberIsAccountedForOnce(world);
        });
    }

    @Test
    void heldNumbersArePendingForAsLongAsNobodySettlesThem() {
        run(SequenceMode.GAPLESS, true, Operator.ABSENT, AtExpiry.HOLD, world -> {
            List<Long> pending = world.pending();
            world.expireAll();
            assertThat(world.pending()).hasSameElementsAs(pending);
            assertThatEachNumberIsAccountedForOnce(world);
        });
    }

    /** Each number that was taken is confirmed or void or pending or has come back. */
    private static void assertThatEachNumberIsAccountedForOnce(SequenceWorld world) {
        SequenceRecord state = world.state();
        List<Long> accounted = new ArrayList<>(world.confirmed());
        accounted.addAll(world.numbers(Settlement.VOID));
        accounted.addAll(world.pending());
        for (NumberRange run : world.returned(state)) {
            accounted.addAll(
                    LongStream.rangeClosed(run.from(), run.to()).boxed().toList());
        }
        assertThat(accounted.stream().sorted().toList()).isEqualTo(all(state.taken()));
    }
}
