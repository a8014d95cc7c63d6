package io.snowkeeper.sequences.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.memory.MemoryEnsemble;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.DeleteRequest;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequenceUsedUpException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.ServedFleet;
import io.snowkeeper.sequences.catalogue.Catalogue;
import io.snowkeeper.sequences.record.StateLimits;
import io.snowkeeper.sequences.record.Tokens;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Sequences that count by steps, on a store in memory. {@code -Dsnowkeeper.seed} repeats a run. */
class SteppedSequenceTest {

    private static final long PATIENCE = Duration.ofHours(1).toNanos();
    private static final SequenceOptions SMALL_BLOCKS = SequenceOptions.DEFAULT.withBlock(3, 12);

    private final CoordinationStore store = new MemoryEnsemble().client();
    private final Catalogue catalogue;

    SteppedSequenceTest() {
        store.start();
        catalogue = TestCatalogues.of(new SequenceStore(store, new ServedFleet(Optional::empty), Environment.REAL));
    }

    private SequenceDescription create(SequenceDefinition definition) {
        return catalogue
                .create(definition, Tokens.random(Environment.REAL.random()), Overlap.ALLOWED)
                .join();
    }

    private static SequenceDefinition definition(String name, SequenceMode mode, long step, NumberRange... ranges) {
        return new SequenceDefinition(name, mode, List.of(ranges), SMALL_BLOCKS).withStep(step);
    }

    /** The numbers that a sequence is to give, by counting. */
    private static final class Model {

        private final long step;
        private final Deque<Long> left = new ArrayDeque<>();
        private final List<NumberRange> ranges = new ArrayList<>();

        Model(long step) {
            this.step = step;
        }

        void append(NumberRange range) {
            ranges.add(range);
            for (long number = range.from(); number <= range.to(); number += step) {
                left.add(number);
            }
        }

        long[] take(int count) {
            long[] numbers = new long[count];
            Arrays.setAll(numbers, i -> left.remove());
            return numbers;
        }

        /**
         * Takes numbers of which each is a step more than the one before: an ordered sequence gives up those before a
         * gap, a block more.
         */
        long[] takeRun(SequenceMode mode, int count) {
            while (true) {
                List<Long> first = left.stream().limit(count).toList();
                int gap = 1;
                while (gap < count && first.get(gap) == first.get(gap - 1) + step) {
                    gap++;
                }
                if (gap == count) {
                    return take(count);
                }
                take(mode == SequenceMode.BLOCK ? count : gap);
            }
        }

        void advance(long to) {
            while (left.element() != to) {
                left.remove();
            }
        }
    }

    private <T> T done(ManualNode node, CompletableFuture<T> answer) {
        node.settleDown();
        assertThat(answer).isDone();
        return answer.join();
    }

    private ChangeCommand change(ChangeCommand.Change change) {
        return new ChangeCommand(change, System.nanoTime(), PATIENCE);
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCK", "ORDERED"})
    void aSequenceGivesTheNumbersThatCountingByItsStepGives(SequenceMode mode) {
        long first = Long.getLong("snowkeeper.seed", System.nanoTime());
        int runs = Long.getLong("snowkeeper.seed") == null ? 40 : 1;
        for (long seed = first; seed < first + runs; seed++) {
            try {
                compare(mode, mode + "-" + seed, new SplittableRandom(seed));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-Dsnowkeeper.seed=" + seed, e);
            }
        }
    }

    private void compare(SequenceMode mode, String name, SplittableRandom random) {
        long step = 2 + random.nextLong(random.nextBoolean() ? 8 : 1_000_000_000_000L);
        Model model = new Model(step);
        long end = random.nextLong(step);
        List<NumberRange> ranges = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            NumberRange range = after(end, step, random);
            ranges.add(range);
            model.append(range);
            end = range.to();
        }
        create(new SequenceDefinition(name, mode, ranges, SMALL_BLOCKS).withStep(step));
        ManualNode node = new ManualNode(store, name);
        Map<String, long[]> keyed = new HashMap<>();
        while (model.left.size() > 30) {
            switch (random.nextInt(model.ranges.size() < 7 ? 6 : 5)) {
                case 5 -> {
                    NumberRange range = after(end, step, random);
                    end = range.to();
                    model.append(range);
                    done(node, node.submit(change(new AppendChange(name, List.of(range), StateLimits.DEFAULT))));
                }
                case 0 -> {
                    // A node has taken more of a block than it has handed out.
                    if (mode == SequenceMode.ORDERED) {
                        List<Long> left = List.copyOf(model.left);
                        long to = left.get(random.nextInt(10));
                        model.advance(to);
                        done(node, node.submit(change(new Advance(name, to))));
                    }
                }
                case 1 -> {
                    int count = 1 + random.nextInt(5);
                    Grant run = done(node, node.ask(NextRequest.of(name, count).asRun()));
                    assertThat(run.numbers()).isEqualTo(model.takeRun(mode, count));
                    assertThat(run.last()).isEqualTo(run.first() + (count - 1) * step);
                }
                case 2 -> {
                    String key = "key" + keyed.size();
                    int count = 1 + random.nextInt(3);
                    long[] numbers = model.take(count);
                    keyed.put(key, numbers);
                    assertThat(done(node, node.ask(NextRequest.of(name, count).withKey(key)))
                                    .numbers())
                            .isEqualTo(numbers);
                }
                default -> {
                    int count = 1 + random.nextInt(8);
                    assertThat(node.take(count).numbers()).isEqualTo(model.take(count));
                }
            }
        }
        ManualNode other = new ManualNode(store, name);
        keyed.forEach((key, numbers) -> assertThat(done(
                                other,
                                other.ask(NextRequest.of(name, numbers.length).withKey(key)))
                        .numbers())
                .isEqualTo(numbers));
        SequenceDescription described = catalogue.describe(name).join();
        assertThat(described.definition().step()).isEqualTo(step);
        assertThat(described.definition().ranges()).isEqualTo(model.ranges);
        if (mode == SequenceMode.ORDERED) {
            assertThat(described.next()).hasValue(model.left.element());
            assertThat(described.remaining()).isEqualTo(model.left.size());
        }
    }

    /** Returns a range that the step reaches from a number, at or beyond the next one. */
    private static NumberRange after(long end, long step, SplittableRandom random) {
        long from = end + step * (1 + random.nextInt(3));
        return new NumberRange(from, from + step * random.nextInt(60));
    }

    @Test
    void theLargestNumberIsReachedAndNothingIsBeyondIt() {
        long max = Long.MAX_VALUE;
        create(definition("A", SequenceMode.BLOCK, 1L << 61, new NumberRange((1L << 61) - 1, max)));
        ManualNode node = new ManualNode(store, "A");
        assertThat(node.take(3).numbers()).containsExactly((1L << 61) - 1, (1L << 62) - 1, max - (1L << 61));
        assertThat(node.served.tryNext(1)).isEqualTo(max);
        assertThat(node.served.lastOfBlocks()).isEqualTo(max);
        assertThatThrownBy(() -> done(node, node.ask(1))).hasCauseInstanceOf(SequenceUsedUpException.class);
        assertThat(catalogue.describe("A").join().last()).hasValue(max);
        assertThat(catalogue.describe("A").join().shareUsed()).isEqualTo(1);
    }

    @Test
    void theOddNumbersAreHalfOfAll() {
        SequenceDescription odd = create(definition("A", SequenceMode.ORDERED, 2, new NumberRange(1, Long.MAX_VALUE)));
        assertThat(odd.remaining()).isEqualTo(1L << 62);
        assertThat(odd.next()).hasValue(1);
        assertThat(odd.last()).isEmpty();
    }

    @Test
    void textsAreOfTheNumbers() {
        create(new SequenceDefinition(
                        "A",
                        SequenceMode.ORDERED,
                        List.of(new NumberRange(7, 97)),
                        SMALL_BLOCKS.withFormat(NumberFormat.of("N-{n:000}")))
                .withStep(10));
        Grant grant = new ManualNode(store, "A").take(2);
        assertThat(grant.texts(NumberFormat.of("N-{n:000}"))).containsExactly("N-007", "N-017");
    }

    @Test
    void whatANodeHasKeptOfABlockIsNotGivenByTheStepOfTheNextSequenceOfTheName() {
        create(definition("A", SequenceMode.BLOCK, 10, new NumberRange(1, 991)));
        ManualNode node = new ManualNode(store, "A");
        assertThat(node.take(2).numbers()).containsExactly(1, 11);
        long next = catalogue.describe("A").join().next().orElseThrow();
        ManualNode operator = new ManualNode(store, "A");
        var unused = done(
                operator,
                operator.submit(new DeleteCommand(
                        new DeleteRequest("A", OptionalLong.of(next), false), System.nanoTime(), PATIENCE)));
        create(definition("A", SequenceMode.BLOCK, 7, new NumberRange(5, 705)));
        node.tree.deliverEvents();
        node.settleDown();
        assertThat(node.take(3).numbers()).containsExactly(5, 12, 19);
    }

    @Test
    void theSameIsMadeOnceAndOneWithAnotherStepIsAnother() {
        SequenceDefinition tens = definition("A", SequenceMode.BLOCK, 10, new NumberRange(1, 991));
        create(tens);
        assertThat(create(tens).definition()).isEqualTo(tens);
        assertThatThrownBy(() -> create(tens.withStep(99)))
                .hasMessageContaining("there is another sequence of this name, with step 10 instead of 99: sequence=A");
    }

    @Test
    void aGaplessSequenceCountsByOnes() {
        assertThatThrownBy(() -> definition("A", SequenceMode.GAPLESS, 10, new NumberRange(1, 991)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage(
                        "a gapless sequence counts by ones, since each number between would be a gap: name=A, step=10; leave step out, or take mode ordered");
    }

    @Test
    void eachRangeFitsTheStepOfTheFirst() {
        assertThatThrownBy(() ->
                        definition("A", SequenceMode.BLOCK, 10, new NumberRange(1, 991), new NumberRange(1_005, 1_095)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessageContaining("from=1005; begin it at 1001 or 1011");
        assertThatThrownBy(() -> definition("A", SequenceMode.BLOCK, 0, new NumberRange(1, 991)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must be >= 1: step=0");
    }
}
