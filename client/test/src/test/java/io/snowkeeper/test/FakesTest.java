package io.snowkeeper.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.OutcomeUnknownException;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SequenceNumbers;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.business.NumberFormat;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.core.sortable.UuidV7;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The fakes' features beyond the common contract. */
class FakesTest {

    private static final NumberRange RANGE = new NumberRange(1, 9);

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);

    @Test
    void idsCount() {
        FakeIds ids = new FakeIds(41);
        assertThat(ids.next()).isEqualTo(41);
        assertThat(ids.next(2)).containsExactly(42, 43);
        assertThat(ids.nextSortable(SortableUnit.SECOND)).isEqualTo(new SortableId(0, 44));
        assertThat(ids.nextSortable(SortableUnit.SECOND, 2))
                .containsExactly(new SortableId(0, 45), new SortableId(0, 46));
        assertThat(ids.nextUuid()).hasToString("00000000-0000-7000-8000-00000000002f");
        assertThat(ids.nextUuids(1)).allMatch(UuidV7::isOne);
        assertThatIllegalArgumentException().isThrownBy(() -> new FakeIds(0)).withMessage("must be >= 1: first=0");
    }

    @Test
    void numbersHaveTheTextsOfTheFormat() {
        FakeNumberSequence sequence = new FakeNumberSequence(
                "S",
                SequenceMode.ORDERED,
                new NumberRange(7, 9_999),
                SequenceOptions.DEFAULT.withFormat(NumberFormat.of("S-{n:000}")),
                now::get);

        assertThat(sequence.next(2))
                .isEqualTo(new SequenceNumbers(
                        List.of(7L, 8L), Optional.empty(), List.of("S-007", "S-008"), Optional.empty()));
        assertThat(sequence.next(1_000, "k").texts()).hasSize(1_000);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> sequence.next(1_001))
                .withMessageContaining("at most 1000 numbers of a sequence with a format are given at once");
    }

    @Test
    void eachCallMeetsOneFaultInTheirOrder() {
        FakeIds ids = new FakeIds();
        ids.faults()
                .unavailable(UnavailableReason.ZOOKEEPER_AWAY)
                .none()
                .refused(12, "too many")
                .answerLost();
        assertThat(ids.faults().remaining()).isEqualTo(4);
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(ids::next)
                .withMessage("no answer: the test wants none")
                .satisfies(failure -> assertThat(failure.reason()).contains(UnavailableReason.ZOOKEEPER_AWAY));
        assertThat(ids.next()).isEqualTo(1);
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(ids::next)
                .withMessage("refused by the test with error 12: too many");
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(ids::next)
                .withMessage("no answer: the test has lost it");
        assertThat(ids.next()).isEqualTo(3);
    }

    @Test
    void ofACallThatIsRefusedNothingIsDone() {
        FakeIds ids = new FakeIds();
        ids.faults().refused(12, "too many");
        assertThatExceptionOfType(RefusedException.class).isThrownBy(() -> ids.nextAfter(100));

        assertThat(ids.next()).isEqualTo(1);
        assertThat(ids.nextAfter(100)).isEqualTo(101);
        assertThat(ids.nextAfter(7)).isEqualTo(102);
    }

    @Test
    void aCallThatIsDelayedIsDoneWhenTheTestSaysSo() {
        FakeIds ids = new FakeIds();
        CountDownLatch until = new CountDownLatch(1);
        ids.faults().delayed(until);
        CompletableFuture<Long> call = CompletableFuture.supplyAsync(ids::next);
        while (ids.faults().remaining() > 0) {
            Thread.onSpinWait();
        }
        assertThat(ids.next()).isEqualTo(1);
        assertThat(call).isNotDone();
        until.countDown();
        assertThat(call.join()).isEqualTo(2);
    }

    @Test
    void aCallThatIsDelayedCanBeInterrupted() {
        FakeIds ids = new FakeIds();
        ids.faults().delayed(new CountDownLatch(1));
        Thread.currentThread().interrupt();
        assertThatExceptionOfType(CallInterruptedException.class).isThrownBy(ids::next);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aSequenceTellsWhatItHasGiven() {
        FakeNumberSequence sequence = new FakeNumberSequence("A", SequenceMode.GAPLESS, RANGE);
        sequence.confirm(sequence.next(2).reservation().orElseThrow());
        sequence.next(1);
        assertThat(sequence.confirmed()).containsExactly(1L, 2L);
        assertThat(sequence.pending()).containsExactly(3L);
        assertThat(sequence.remaining()).isEqualTo(6);
    }

    @Test
    void rangesAreUsedInTheirOrder() {
        FakeNumberSequence sequence = new FakeNumberSequence("A", SequenceMode.ORDERED, new NumberRange(8, 9));
        sequence.append(new NumberRange(1, 2));
        assertThat(sequence.next(4).numbers()).containsExactly(8L, 9L, 1L, 2L);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sequence.append(new NumberRange(2, 3)))
                .withMessage("ranges must not overlap: 1-2, 2-3");
    }

    @Test
    void keysAreForgottenWhenTheirTimeIsUp() {
        FakeNumberSequence sequence = limited(SequenceMode.ORDERED);
        assertThat(sequence.next(1, "k").first()).isEqualTo(1);
        pass(Duration.ofMinutes(10).minusNanos(1));
        assertThat(sequence.next(1, "k").first()).isEqualTo(1);
        pass(Duration.ofNanos(1));
        assertThat(sequence.next(1, "k").first()).isEqualTo(2);
    }

    @Test
    void whatIsHeldIsItsHoldersWhateverTimePasses() {
        FakeNumberSequence sequence =
                new FakeNumberSequence("A", SequenceMode.GAPLESS, RANGE, SequenceOptions.DEFAULT, now::get);
        SequenceNumbers held = sequence.next(1, "k");
        pass(Duration.ofDays(1));
        assertThat(sequence.next(1, "k")).isEqualTo(held);
        assertThat(sequence.next(1).first()).isEqualTo(2);
        sequence.confirm(held.reservation().orElseThrow());
    }

    @Test
    void whoHasNoRoomForReservationsIsFull() {
        FakeNumberSequence sequence = limited(SequenceMode.GAPLESS);
        sequence.next(1);
        assertThatExceptionOfType(OutcomeUnknownException.class)
                .isThrownBy(() -> sequence.next(1))
                .withMessage(
                        "numbers of sequence A may have been taken, and did not arrive: sequence A has 1 unconfirmed reservations, its limit; a call with a key would be repeated");
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> sequence.next(1, "k"))
                .satisfies(failure -> assertThat(failure.reason()).contains(UnavailableReason.SEQUENCE_FULL));
        pass(Duration.ofMinutes(1));
        assertThat(sequence.next(1).first()).isEqualTo(1);
    }

    @Test
    void whoHasNoRoomForKeysIsFull() {
        FakeNumberSequence sequence = limited(SequenceMode.ORDERED);
        sequence.next(1, "k");
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> sequence.next(1, "l"))
                .withMessage("sequence A knows 1 keys, its limit");
        assertThat(sequence.next(1).first()).isEqualTo(2);
    }

    private void pass(Duration time) {
        now.updateAndGet(before -> before.plus(time));
    }

    /** Has room for one key and one reservation. */
    private FakeNumberSequence limited(SequenceMode mode) {
        return new FakeNumberSequence(
                "A",
                mode,
                RANGE,
                SequenceOptions.DEFAULT.withMaxKeys(1).withMaxPending(1).withAtExpiry(AtExpiry.RETURN),
                now::get);
    }
}
