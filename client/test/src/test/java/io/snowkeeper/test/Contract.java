package io.snowkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.sortable.UuidV7;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The guarantees that an application may rely on with every source of ids and numbers: the fakes, or a node behind a
 * client.
 */
abstract class Contract {

    private static final NumberRange RANGE = new NumberRange(101, 999);

    private World world;

    abstract World open() throws Exception;

    @BeforeEach
    void openWorld() throws Exception {
        world = open();
    }

    @AfterEach
    void closeWorld() throws Exception {
        world.close();
    }

    @Test
    void idsDiffer() {
        Ids ids = world.ids();
        long first = ids.next();
        long[] batch = ids.next(100);
        assertThat(batch).hasSize(100).isSorted();
        assertThat(LongStream.concat(LongStream.of(first, ids.next()), LongStream.of(batch))
                        .distinct())
                .hasSize(102);
    }

    @Test
    void sortableIdsDiffer() {
        Ids ids = world.ids();
        var first = ids.nextSortable(SortableUnit.MILLISECOND);
        var batch = ids.nextSortable(SortableUnit.MILLISECOND, 100);
        assertThat(batch).hasSize(100).isSorted().doesNotHaveDuplicates().doesNotContain(first);
    }

    @Test
    void anIdAfterAnotherIsLarger() {
        Ids ids = world.ids();
        long other = ids.next();
        for (int i = 0; i < 100; i++) {
            long next = ids.nextAfter(other);
            assertThat(next).isGreaterThan(other);
            other = next;
        }
        assertThatIllegalArgumentException().isThrownBy(() -> ids.nextAfter(-1)).withMessage("must be >= 0: after=-1");
    }

    @Test
    void uuidsAreOfVersion7AndDiffer() {
        Ids ids = world.ids();
        var first = ids.nextUuid();
        var batch = ids.nextUuids(100);
        assertThat(first).matches(UuidV7::isOne);
        assertThat(batch)
                .hasSize(100)
                .allMatch(UuidV7::isOne)
                .doesNotHaveDuplicates()
                .doesNotContain(first);
        assertThat(batch.stream().map(UUID::toString)).isSorted();
    }

    @Test
    void idsCanBeAskedForAgainAfterALoss() {
        world.ids().next();
        world.loseAnswers();
        assertUnavailable(world.ids()::next);
        world.heal();
        assertThat(world.ids().next()).isPositive();
    }

    @Test
    void idsCanBeAskedForAgainWhenSomebodyIsThere() {
        world.cutOff();
        assertUnavailable(world.ids()::next);
        world.heal();
        assertThat(world.ids().next()).isPositive();
    }

    @Test
    void tooManyIdsAreRefusedBeforeAnybodyIsAsked() {
        world.cutOff();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> world.ids().next(0))
                .withMessage("must be >= 1 && <= 1000000: count=0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> world.ids().nextSortable(SortableUnit.SECOND, 1_000_001))
                .withMessage("must be >= 1 && <= 1000000: count=1000001");
    }

    @ParameterizedTest
    @EnumSource
    void numbersCountUp(SequenceMode mode) {
        NumberSequence sequence = world.newSequence(mode, RANGE);
        assertThat(sequence.next(1).first()).isEqualTo(101);
        assertThat(sequence.next(3).numbers()).containsExactly(102L, 103L, 104L);
    }

    @ParameterizedTest
    @EnumSource(names = {"BLOCK", "ORDERED"})
    void numbersCountUpByTheStep(SequenceMode mode) {
        NumberSequence sequence = world.newSequence(mode, new NumberRange(101, 141), 10);
        assertThat(sequence.next(1).first()).isEqualTo(101);
        assertThat(sequence.next(3).numbers()).containsExactly(111L, 121L, 131L);
        assertThat(sequence.next(1, "the last").first()).isEqualTo(141);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> sequence.next(1))
                .satisfies(used -> assertThat(used.code()).isEqualTo(22));
    }

    @ParameterizedTest
    @EnumSource
    void aKeyGetsTheSameNumbersAgain(SequenceMode mode) {
        NumberSequence sequence = world.newSequence(mode, RANGE);
        SequenceNumbers numbers = sequence.next(2, "sale-4711");
        assertThat(sequence.next(2, "sale-4711")).isEqualTo(numbers);
        assertThat(sequence.next(2, "sale-4712").numbers()).doesNotContainAnyElementsOf(numbers.numbers());
    }

    @ParameterizedTest
    @EnumSource
    void aKeyWithAnotherCountIsRefused(SequenceMode mode) {
        NumberSequence sequence = world.newSequence(mode, RANGE);
        sequence.next(2, "sale-4711");
        assertRefused(22, () -> sequence.next(1, "sale-4711"));
    }

    @ParameterizedTest
    @EnumSource
    void aCallForMoreThanThereAreTakesNone(SequenceMode mode) {
        NumberSequence sequence = world.newSequence(mode, new NumberRange(1, 3));
        sequence.next(2);
        assertRefused(22, () -> sequence.next(2));
        assertThat(sequence.next(1).first()).isEqualTo(3);
        assertRefused(22, () -> sequence.next(1));
    }

    @Test
    void argumentsOutOfTheirRangeAreRefusedBeforeAnybodyIsAsked() {
        NumberSequence sequence = world.newSequence(SequenceMode.GAPLESS, RANGE);
        world.cutOff();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sequence.next(10_001))
                .withMessage("must be >= 1 && <= 10000: count=10001");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sequence.next(1, ""))
                .withMessage("must have 1 to 256 characters: key has 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sequence.next(1, "sale\uD83D"))
                .withMessage(
                        "must be undamaged Unicode: key has half of a character, U+D83D, at index 4; do not cut texts within one");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sequence.confirm("r".repeat(81)))
                .withMessage("must have 1 to 80 characters: reservation has 81");
    }

    @Test
    void onlyNumbersOfGaplessSequencesAreReserved() {
        assertThat(world.newSequence(SequenceMode.GAPLESS, RANGE).next(1).reservation())
                .isPresent();
        for (SequenceMode mode : List.of(SequenceMode.BLOCK, SequenceMode.ORDERED)) {
            NumberSequence sequence = world.newSequence(mode, RANGE);
            assertThat(sequence.next(1).reservation()).isEmpty();
            assertRefused(22, () -> sequence.confirm("4kq0v4m1c9f8d7qa-0"));
        }
    }

    @Test
    void aConfirmedNumberStaysSo() {
        NumberSequence sequence = world.newSequence(SequenceMode.GAPLESS, RANGE);
        String reservation = reserve(sequence);
        sequence.confirm(reservation);
        sequence.confirm(reservation);
        assertRefused(22, () -> sequence.cancel(reservation));
    }

    @Test
    void whatIsCancelledGoesOutAgainTheLowestFirst() {
        NumberSequence sequence = world.newSequence(SequenceMode.GAPLESS, RANGE);
        String first = reserve(sequence);
        String second = reserve(sequence);
        sequence.cancel(second);
        sequence.cancel(second);
        sequence.cancel(first);
        assertRefused(22, () -> sequence.confirm(first));
        assertThat(sequence.next(3).numbers()).containsExactly(101L, 102L, 103L);
    }

    @Test
    void aCancelledKeyIsForgotten() {
        NumberSequence sequence = world.newSequence(SequenceMode.GAPLESS, RANGE);
        SequenceNumbers numbers = sequence.next(1, "sale-4711");
        sequence.cancel(numbers.reservation().orElseThrow());
        SequenceNumbers again = sequence.next(1, "sale-4711");
        assertThat(again.numbers()).isEqualTo(numbers.numbers());
        assertThat(again.reservation()).isNotEqualTo(numbers.reservation());
    }

    @Test
    void aNumberThatIsNotConfirmedInTimeIsHeldForItsKey() {
        NumberSequence sequence = world.newSequence(SequenceMode.GAPLESS, RANGE);
        SequenceNumbers numbers = sequence.next(1, "sale-4711");
        world.awaitEndOfReservations(sequence);
        assertThat(sequence.next(1).first()).isEqualTo(102);
        assertThat(sequence.next(1, "sale-4711")).isEqualTo(numbers);
        sequence.confirm(numbers.reservation().orElseThrow());
    }

    @Test
    void aNumberThatIsNotConfirmedInTimeGoesOutAgainWhereItIsToReturn() {
        NumberSequence sequence = world.newSequence(SequenceMode.GAPLESS, RANGE, AtExpiry.RETURN);
        String reservation = reserve(sequence);
        world.awaitEndOfReservations(sequence);
        assertRefused(22, () -> sequence.confirm(reservation));
        assertThat(sequence.next(1).first()).isEqualTo(101);
    }

    @Test
    void anUnknownReservationIsRefused() {
        NumberSequence sequence = world.newSequence(SequenceMode.GAPLESS, RANGE);
        assertRefused(20, () -> sequence.confirm("4kq0v4m1c9f8d7qa-0"));
        assertRefused(20, () -> sequence.cancel("4kq0v4m1c9f8d7qa-0"));
    }

    @Test
    void withoutAKeyNumbersAreLostWithTheirAnswer() {
        NumberSequence sequence = world.newSequence(SequenceMode.ORDERED, RANGE);
        sequence.next(1);
        world.loseAnswers();
        assertThatExceptionOfType(OutcomeUnknownException.class).isThrownBy(() -> sequence.next(1));
        world.heal();
        assertThat(sequence.next(1).first()).isEqualTo(103);
    }

    @ParameterizedTest
    @EnumSource(names = {"ORDERED", "GAPLESS"})
    void withAKeyTheyAreNot(SequenceMode mode) {
        NumberSequence sequence = world.newSequence(mode, RANGE);
        world.loseAnswers();
        assertUnavailable(() -> sequence.next(1, "sale-4711"));
        world.heal();
        assertThat(sequence.next(1, "sale-4712").first()).isEqualTo(102);
        assertThat(sequence.next(1, "sale-4711").first()).isEqualTo(101);
    }

    @Test
    void aConfirmationWhoseAnswerWasLostCanBeMadeAgain() {
        NumberSequence sequence = world.newSequence(SequenceMode.GAPLESS, RANGE);
        String reservation = reserve(sequence);
        world.loseAnswers();
        assertUnavailable(() -> sequence.confirm(reservation));
        world.heal();
        assertRefused(22, () -> sequence.cancel(reservation));
        sequence.confirm(reservation);
    }

    @ParameterizedTest
    @EnumSource
    void whereNobodyIsThereNothingIsTaken(SequenceMode mode) {
        NumberSequence sequence = world.newSequence(mode, RANGE);
        world.cutOff();
        assertUnavailable(() -> sequence.next(1));
        world.heal();
        assertThat(sequence.next(1).first()).isEqualTo(101);
    }

    private static String reserve(NumberSequence sequence) {
        return sequence.next(1).reservation().orElseThrow();
    }

    private static void assertUnavailable(ThrowingCallable call) {
        assertThatExceptionOfType(UnavailableException.class).isThrownBy(call);
    }

    private static void assertRefused(int code, ThrowingCallable call) {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(call)
                .satisfies(refused -> assertThat(refused.code()).isEqualTo(code));
    }
}
