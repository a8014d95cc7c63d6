package io.snowkeeper.sequences.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.record.NumberSet;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.ReturnedNumbers;
import io.snowkeeper.sequences.record.ReturnedNumbers.Part;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/**
 * Numbers that came back in more places than the state has room for. A draft's writes are applied to records, of which
 * the next draft reads.
 */
class ReturnedPartsTest {

    private static final RecordStamp STAMP = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);

    /** Up to four runs in the state, and up to six in a part. */
    private static final StateLimits LIMITS = new StateLimits(1_000, 1, 1, 4, 6);

    private final Map<String, Optional<StoredRecord>> records = new HashMap<>();
    private SequenceRecord state = SequenceRecord.of(
                    new SequenceDefinition(
                            "A", SequenceMode.GAPLESS, List.of(new NumberRange(1, 10_000)), SequenceOptions.DEFAULT),
                    LIMITS)
            .withTaken(10_000);

    private interface Filling {
        void on(Draft draft);
    }

    private Draft draft() {
        return new Draft(
                "A",
                new Position("i", 1, 1, 1, 0, state, 0, true),
                records,
                false,
                1_000,
                LIMITS,
                new ReservedNumbers("writer"));
    }

    private Write write(Filling plan) {
        Draft draft = draft();
        plan.on(draft);
        assertThat(draft.outcome()).isSameAs(draft);
        Write write = Write.seal(draft, "process-1");
        for (Change change : write.changes()) {
            if (change instanceof Change.Create create) {
                assertThat(records).doesNotContainKey(create.path());
                put(create.path(), create.payload());
            } else if (change instanceof Change.Set set && !set.path().endsWith("/state")) {
                assertThat(records).containsKey(set.path());
                put(set.path(), set.payload());
            } else if (change instanceof Change.Delete delete) {
                assertThat(records.remove(delete.path())).isNotNull();
            }
        }
        try {
            state = PayloadCodec.decode(PayloadCodec.encode(write.record()), SequenceRecord.class);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return write;
    }

    private void put(String path, byte[] payload) {
        records.put(path, Optional.of(new StoredRecord(path, payload, STAMP)));
    }

    private void putBack(long... numbers) {
        write(draft -> ReturnedParts.putBack(
                draft,
                LongStream.of(numbers)
                        .mapToObj(number -> new NumberRange(number, number))
                        .toList()));
    }

    private List<Long> takeLowest(long count) {
        List<NumberRange> taken = new ArrayList<>();
        write(draft -> taken.addAll(ReturnedParts.takeLowest(draft, count)));
        return numbers(taken);
    }

    private static List<Long> numbers(List<NumberRange> runs) {
        return runs.stream()
                .flatMap(run -> LongStream.rangeClosed(run.from(), run.to()).boxed())
                .toList();
    }

    /** Returns all numbers that are back, as they lie in the records. */
    private List<Long> stored() {
        List<Long> all = new ArrayList<>(numbers(state.returned().lowest().runs()));
        for (Part part : state.returned().parts()) {
            NumberSet numbers = records.get(SequencePaths.returned("A", "i", part.id()))
                    .orElseThrow()
                    .as(NumberSet.class);
            assertThat(Part.of(part.id(), numbers)).isEqualTo(part);
            all.addAll(numbers(numbers.runs()));
        }
        return all;
    }

    private void putBackEveryOther(int places) {
        putBack(LongStream.range(0, places).map(i -> 2 * i + 1).toArray());
    }

    @Test
    void whatTheStateHasRoomForIsInTheState() {
        putBackEveryOther(4);
        assertThat(state.returned().lowest().runs()).hasSize(4);
        assertThat(records).isEmpty();
    }

    @Test
    void ofMoreTheStateKeepsTheLowest() {
        putBackEveryOther(5);
        assertThat(numbers(state.returned().lowest().runs())).containsExactly(1L, 3L);
        assertThat(state.returned().parts()).containsExactly(new Part(0, 5, 3, 3));
        assertThat(stored()).containsExactly(1L, 3L, 5L, 7L, 9L);
    }

    @Test
    void aNumberThatComesBackRewritesOnePartAlone() {
        putBackEveryOther(20);
        int parts = state.returned().parts().size();
        assertThat(parts).isGreaterThan(2);
        Write write = write(draft -> ReturnedParts.putBack(draft, List.of(new NumberRange(40, 40))));
        assertThat(write.changes()).hasSize(2);
        assertThat(state.returned().size()).isEqualTo(21);
    }

    @Test
    void numbersThatComeBackInTheirOrderLeaveFullParts() {
        putBackEveryOther(100);
        List<Part> parts = state.returned().parts();
        assertThat(parts.subList(0, parts.size() - 1)).allMatch(part -> part.runs() == LIMITS.runsPerRecord());
    }

    @Test
    void takingFromTheStateReadsAndWritesNoPart() {
        putBackEveryOther(20);
        records.clear();
        assertThat(takeLowest(2)).containsExactly(1L, 3L);
        assertThat(records).isEmpty();
    }

    @Test
    void aPartWhoseNumbersAreAllTakenIsDeleted() {
        putBackEveryOther(20);
        assertThat(takeLowest(20)).hasSize(20).isSorted();
        assertThat(state.returned()).isEqualTo(ReturnedNumbers.of(NumberSet.EMPTY));
        assertThat(records).isEmpty();
    }

    @Test
    void moreThanThereIsGivesAll() {
        putBackEveryOther(7);
        assertThat(takeLowest(100)).hasSize(7);
        assertThat(state.returned().isEmpty()).isTrue();
    }

    @Test
    void aPartThatMustBeReadIsToldToBeMissing() {
        putBackEveryOther(20);
        records.clear();
        Draft draft = new Draft(
                "A",
                new Position("i", 1, 1, 1, 0, state, 0, true),
                records,
                false,
                1_000,
                LIMITS,
                new ReservedNumbers("writer"));
        draft.planPart(() -> ReturnedParts.takeLowest(draft, 5));
        assertThat(draft.outcome())
                .isEqualTo(new Plan.NeedsRead(Set.of(SequencePaths.returned(
                        "A", "i", state.returned().parts().get(0).id()))));
    }

    @Test
    void allThatIsToBeReadIsToldAtOnce() {
        putBackEveryOther(60);
        List<String> paths = state.returned().parts().stream()
                .map(part -> SequencePaths.returned("A", "i", part.id()))
                .toList();
        records.clear();
        Draft taking = draft();
        taking.planPart(() -> ReturnedParts.takeLowest(taking, 60));
        assertThat(taking.outcome()).isEqualTo(new Plan.NeedsRead(Set.copyOf(paths)));
        Draft puttingBack = draft();
        List<NumberRange> all = LongStream.range(0, 70)
                .mapToObj(i -> new NumberRange(2 * i + 2, 2 * i + 2))
                .toList();
        puttingBack.planPart(() -> ReturnedParts.morePlaces(puttingBack, all));
        assertThat(puttingBack.outcome()).isEqualTo(new Plan.NeedsRead(Set.copyOf(paths)));
        assertThat(taking.isUnchanged() && puttingBack.isUnchanged()).isTrue();
    }

    @Test
    void aPartThatIsNotAsTheStateTellsHasTheStateReadAgain() {
        putBackEveryOther(7);
        int id = state.returned().parts().get(0).id();
        String path = SequencePaths.returned("A", "i", id);
        for (Optional<StoredRecord> other : List.of(
                Optional.<StoredRecord>empty(),
                Optional.of(new StoredRecord(
                        path, PayloadCodec.encode(NumberSet.of(List.of(new NumberRange(100, 100)))), STAMP)))) {
            records.put(path, other);
            Draft draft = draft();
            draft.planPart(() -> ReturnedParts.takeLowest(draft, 7));
            assertThat(draft.outcome()).isEqualTo(new Plan.NeedsState());
        }
    }

    @Test
    void partsWhosePlacesJoinBecomeOne() {
        putBackEveryOther(100);
        for (long i = 1; i <= 99; i++) {
            putBack(2 * i);
        }
        assertThat(state.returned().size()).isEqualTo(199);
        assertThat(state.returned().parts()).hasSizeLessThan(5);
    }

    @Test
    void moreThanThePartsOfAnOlderStateHoldIsDividedAtOnce() {
        NumberSet many = NumberSet.of(LongStream.range(0, 40)
                .mapToObj(i -> new NumberRange(2 * i + 1, 2 * i + 1))
                .toList());
        state = state.withReturned(ReturnedNumbers.of(many));
        putBack(1_000);
        assertThat(stored()).hasSize(41).isSorted();
        assertThat(state.returned().parts()).allMatch(part -> part.runs() <= LIMITS.runsPerRecord());
    }

    @RepeatedTest(200)
    void whateverComesAndGoesTheLowestAreGivenFirst(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        TreeSet<Long> model = new TreeSet<>();
        for (int step = 0; step < 60; step++) {
            if (random.nextInt(3) > 0) {
                TreeSet<Long> back = new TreeSet<>();
                for (int i = random.nextInt(random.nextInt(2) == 0 ? 3 : 30); i >= 0; i--) {
                    long number = 1 + random.nextInt(300);
                    if (!model.contains(number)) {
                        back.add(number);
                    }
                }
                putBack(back.stream().mapToLong(Long::longValue).toArray());
                model.addAll(back);
            } else {
                List<Long> taken = takeLowest(1 + random.nextInt(random.nextInt(2) == 0 ? 3 : 40));
                List<Long> expected = model.stream().limit(taken.size()).toList();
                assertThat(taken).isEqualTo(expected);
                expected.forEach(model::remove);
            }
            assertThat(stored()).containsExactlyElementsOf(model);
            assertThat(state.returned().size()).isEqualTo(model.size());
            assertThat(state.returned().lowest().runs()).hasSizeLessThanOrEqualTo(LIMITS.runsInState() + 1);
            assertThat(state.returned().parts()).allMatch(part -> part.runs() <= LIMITS.runsPerRecord() + 1);
        }
    }

    @Test
    void manyMoreNumbersThanAPartHoldsComeBackAtOnce() {
        putBack(LongStream.range(0, 500).map(i -> 10_000 - 2 * i).sorted().toArray());
        assertThat(stored()).hasSize(500).isSorted();
        assertThat(takeLowest(500)).hasSize(500).isSorted();
        assertThat(records).isEmpty();
    }
}
