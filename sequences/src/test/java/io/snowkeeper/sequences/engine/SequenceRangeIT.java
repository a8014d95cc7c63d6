package io.snowkeeper.sequences.engine;

import static java.util.stream.LongStream.rangeClosed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.SequenceUsedUpException;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.testkit.curator.SharedZooKeeper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SequenceRangeIT {

    private ServingNode node;
    private ServingNode other;

    @BeforeEach
    void start() {
        String zooKeeper = SharedZooKeeper.newConnectString();
        node = ServingNode.start(zooKeeper);
        other = ServingNode.start(zooKeeper);
    }

    @AfterEach
    void stop() {
        node.closeAside();
        other.closeAside();
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void tenThousandNumbersGoTo32CallersAndTheNextCallIsRefusedOnEveryNode(SequenceMode mode) throws Exception {
        node.create("A", mode, new NumberRange(1, 10_000));
        List<Long> numbers = Callers.run(32, caller -> takeUntilUsedUp("A")).stream()
                .flatMap(List::stream)
                .toList();
        assertThat(numbers).hasSize(10_000);
        assertThat(numbers.stream().sorted()).containsExactlyElementsOf(numbers(1, 10_000));
        String message = "sequence A is used up: 0 numbers are left, count=1; append a range";
        assertThatThrownBy(() -> node.next("A"))
                .isInstanceOf(SequenceUsedUpException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> other.next("A"))
                .isInstanceOf(SequenceUsedUpException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void zeroIsANumberAsOthersAre(SequenceMode mode) {
        node.create("zero", mode, new NumberRange(0, 2));

        assertThat(node.grant(NextRequest.of("zero")).numbers()).containsExactly(0);
        assertThat(node.grant(NextRequest.of("zero", 2)).numbers()).containsExactly(1, 2);
        assertThatThrownBy(() -> node.next("zero")).isInstanceOf(SequenceUsedUpException.class);
    }

    @Test
    void zeroThatCameBackIsHandedOutAgain() {
        node.create("zero", SequenceMode.GAPLESS, new NumberRange(0, 9));
        Grant first = node.grant(NextRequest.of("zero"));
        ServingNode.await(node.sequences().cancel("zero", first.reservation().orElseThrow()));

        assertThat(other.grant(NextRequest.of("zero", 3)).numbers()).containsExactly(0, 1, 2);
    }

    @Test
    void aBlockFromZeroOnIsGivenAtOnceAndItsLastNumberIsTold() {
        node.create("zero", SequenceMode.BLOCK, new NumberRange(0, 999));
        assertThat(node.sequences().lastOfBlocks("zero")).isEqualTo(Sequences.NONE);

        assertThat(node.grant(NextRequest.of("zero")).numbers()).containsExactly(0);
        assertThat(node.sequences().lastOfBlocks("zero")).isZero();
        assertThat(node.sequences().tryNext("zero", 1)).isEqualTo(1);
    }

    @Test
    void allNumbersFromZeroOnAreOneTooManyForTwoRangesToo() {
        node.create("zero", SequenceMode.ORDERED, new NumberRange(1, Long.MAX_VALUE));

        assertThatThrownBy(() -> ServingNode.await(node.sequences().append("zero", new NumberRange(0, 0))))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("a sequence may have at most 9223372036854775807 numbers: name=zero; leave one out");
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void manyRangesAreUsedInTheirOrderByEveryNodeWhateverIsAppended(SequenceMode mode) {
        NumberRange[] ranges = LongStream.range(0, 500)
                .map(i -> 500 - i)
                .mapToObj(i -> new NumberRange(10 * i, 10 * i + 1))
                .toArray(NumberRange[]::new);
        node.create("many", mode, ranges);
        LongStream.Builder taken = LongStream.builder();
        LongStream.of(other.grant(NextRequest.of("many", 900)).numbers()).forEach(taken);
        for (long i = 1; i <= 20; i++) {
            ServingNode.await(
                    (i % 2 == 0 ? node : other).sequences().append("many", new NumberRange(100_000 * i, 100_000 * i)));
        }
        // A node that has taken a block gives its numbers alone.
        ServingNode last = mode == SequenceMode.BLOCK ? other : node;
        LongStream.of(last.grant(NextRequest.of("many", 120)).numbers()).forEach(taken);
        long[] expected = LongStream.concat(
                        Arrays.stream(ranges).flatMapToLong(range -> rangeClosed(range.from(), range.to())),
                        rangeClosed(1, 20).map(i -> 100_000 * i))
                .toArray();
        assertThat(taken.build().toArray()).containsExactly(expected);
        assertThat(node.describe("many").definition().ranges()).hasSize(520);
        assertThat(ServingNode.await(other.sequences().list(Optional.empty(), 10))
                        .items())
                .singleElement()
                .isEqualTo(node.describe("many"));
        assertThatThrownBy(() -> ServingNode.await(node.sequences().append("many", ranges[499])))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("ranges of a sequence must not overlap: name=many, 10-11 and 10-11");
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void rangesThatAreAppendedTogetherAreUsedInTheirOrder(SequenceMode mode) {
        node.create("grow", mode, new NumberRange(1, 2));
        List<NumberRange> more = List.of(new NumberRange(31, 32), new NumberRange(11, 11), new NumberRange(21, 22));
        ServingNode.await(other.sequences().append("grow", more));

        assertThat(takeUntilUsedUp("grow")).containsExactly(1L, 2L, 31L, 32L, 11L, 21L, 22L);
    }

    @Test
    void ofRangesThatAreAppendedTogetherNoneIsIfOneCannotBe() {
        node.create("A", SequenceMode.ORDERED, new NumberRange(1, 9));
        List<NumberRange> withOneThatIsThere =
                List.of(new NumberRange(11, 19), new NumberRange(9, 10), new NumberRange(21, 29));

        assertThatThrownBy(() -> ServingNode.await(node.sequences().append("A", withOneThatIsThere)))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("ranges of a sequence must not overlap: name=A, 1-9 and 9-10");
        assertThatThrownBy(() -> ServingNode.await(
                        node.sequences().append("A", List.of(new NumberRange(11, 19), new NumberRange(15, 20)))))
                .hasMessage("ranges of a sequence must not overlap: name=A, 11-19 and 15-20");
        assertThatThrownBy(() -> node.sequences().append("A", List.of()))
                .isInstanceOf(InvalidSequenceException.class)
                .hasMessage("must have a range to append: sequence=A");
        assertThat(node.describe("A").definition().ranges()).containsExactly(new NumberRange(1, 9));
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCK", "ORDERED"})
    void aSequenceIsAdvancedToANumberOfALaterRangeAndWhatLiesBeforeItCountsAsTaken(SequenceMode mode) {
        node.create("A", mode, new NumberRange(101, 105), new NumberRange(11, 19));

        SequenceDescription advanced = ServingNode.await(node.sequences().advance("A", 13));

        assertThat(advanced.next()).hasValue(13);
        assertThat(advanced.taken()).isEqualTo(7);
        assertThat(advanced.remaining()).isEqualTo(7);
        assertThat(ServingNode.await(other.sequences().advance("A", 13))).isEqualTo(advanced);
        assertThat(takeUntilUsedUp("A")).containsExactly(13L, 14L, 15L, 16L, 17L, 18L, 19L);
    }

    @Test
    void aSequenceIsNotAdvancedBackNorOutOfItsRanges() {
        node.create("A", SequenceMode.ORDERED, new NumberRange(101, 105), new NumberRange(11, 19));
        node.grant(NextRequest.of("A", 6));

        // It is greater, and was used before.
        assertRefused("A", 105, "sequence A only goes forward: to=105 was passed, next=12");
        assertRefused("A", 11, "sequence A only goes forward: to=11 was passed, next=12");
        assertRefused(
                "A",
                20,
                "sequence A can be advanced only to a number of its ranges: to=20, ranges=101-105, 11-19; append the range first");
        node.grant(NextRequest.of("A", 8));
        assertRefused("A", 19, "sequence A only goes forward: to=19 was passed, next=none");
        assertThat(node.describe("A").taken()).isEqualTo(14);
    }

    @Test
    void aGaplessSequenceIsNotAdvanced() {
        node.create("G", SequenceMode.GAPLESS, new NumberRange(1, 9));

        assertRefused(
                "G",
                5,
                "sequence G is gapless and cannot be advanced, each of its numbers has to be accounted for: reserve those before 5, and make them void with a reason");
        assertThat(node.next("G")).isEqualTo(1);
    }

    @Test
    void numbersThatANodeKeepsInABlockAreStillHandedOutWhenTheSequenceIsAdvanced() {
        node.create("B", SequenceMode.BLOCK, new NumberRange(1, 1_000));
        assertThat(node.next("B")).isEqualTo(1);
        ServingNode.await(other.sequences().advance("B", 500));

        assertThat(node.next("B")).isEqualTo(2);
        assertThat(other.next("B")).isEqualTo(500);
    }

    private void assertRefused(String name, long to, String message) {
        assertThatThrownBy(() -> ServingNode.await(node.sequences().advance(name, to)))
                .isInstanceOf(SequencePreconditionException.class)
                .hasMessage(message);
    }

    private List<Long> takeUntilUsedUp(String name) {
        List<Long> taken = new ArrayList<>();
        try {
            while (true) {
                taken.add(node.next(name));
            }
        } catch (SequenceUsedUpException e) {
            return taken;
        }
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void aRangeOfOneNumberGivesOne(SequenceMode mode) {
        node.create("one", mode, new NumberRange(77, 77));
        assertThat(takeUntilUsedUp("one")).containsExactly(77L);
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void aRangeMayEndAtTheLargestNumber(SequenceMode mode) {
        node.create("max", mode, new NumberRange(Long.MAX_VALUE - 2, Long.MAX_VALUE));
        assertThat(takeUntilUsedUp("max")).containsExactly(Long.MAX_VALUE - 2, Long.MAX_VALUE - 1, Long.MAX_VALUE);
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void allNumbersThereAreMakeARange(SequenceMode mode) {
        node.create("all", mode, new NumberRange(1, Long.MAX_VALUE));
        assertThat(node.describe("all").remaining()).isEqualTo(Long.MAX_VALUE);
        assertThat(node.next("all")).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void rangesBackToBackAndApartAreUsedInTheirOrder(SequenceMode mode) {
        node.create("many", mode, new NumberRange(101, 105), new NumberRange(106, 107), new NumberRange(11, 13));
        assertThat(takeUntilUsedUp("many")).containsExactly(101L, 102L, 103L, 104L, 105L, 106L, 107L, 11L, 12L, 13L);
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void oneCallMayReachOverTheEndOfARange(SequenceMode mode) {
        node.create("over", mode, new NumberRange(9, 10), new NumberRange(21, 30));
        assertThat(node.grant(NextRequest.of("over", 4)).numbers()).containsExactly(9, 10, 21, 22);
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void aCallForMoreThanIsLeftIsRefusedAndTakesNothing(SequenceMode mode) {
        node.create("few", mode, new NumberRange(1, 5));
        node.grant(NextRequest.of("few", 2));
        assertThatThrownBy(() -> node.grant(NextRequest.of("few", 4)))
                .isInstanceOf(SequenceUsedUpException.class)
                .hasMessage("sequence few is used up: 3 numbers are left, count=4; append a range");
        assertThat(node.grant(NextRequest.of("few", 3)).numbers()).containsExactly(3, 4, 5);
    }

    @ParameterizedTest
    @EnumSource(SequenceMode.class)
    void anAppendedRangeIsServedAtOnceOnEveryNode(SequenceMode mode) {
        node.create("grow", mode, new NumberRange(1, 2));
        node.next("grow");
        node.next("grow");
        assertThatThrownBy(() -> node.next("grow")).isInstanceOf(SequenceUsedUpException.class);
        assertThatThrownBy(() -> other.next("grow")).isInstanceOf(SequenceUsedUpException.class);
        ServingNode.await(node.sequences().append("grow", new NumberRange(5_001, 6_000)));
        assertThat(other.next("grow")).isBetween(5_001L, 6_000L);
    }

    @Test
    void blocksThatDoNotDivideTheRangeEndWithAShortOne() {
        SequenceOptions options = SequenceOptions.DEFAULT.withBlock(7, 7);
        node.create(new SequenceDefinition("short", SequenceMode.BLOCK, List.of(new NumberRange(1, 100)), options));
        assertThat(takeUntilUsedUp("short")).containsExactlyElementsOf(numbers(1, 100));
    }

    private static List<Long> numbers(long from, long to) {
        return rangeClosed(from, to).boxed().toList();
    }
}
