package io.snowkeeper.sequences.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperStore;
import io.snowkeeper.core.sequence.AtExpiry;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.plan.Reservations.Settler;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.BucketRecord.Fate;
import io.snowkeeper.sequences.record.NumberSet;
import io.snowkeeper.sequences.record.PendingRecord;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.ReservationTerm;
import io.snowkeeper.sequences.record.ReservationToken;
import io.snowkeeper.sequences.record.ReturnedNumbers;
import io.snowkeeper.sequences.record.ReturnedNumbers.Part;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Numbers that come back in many places, which the state must have room for. */
class ReservationsTest {

    private static final RecordStamp STAMP = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);
    private static final ReservationToken FIRST = new ReservationToken("i", 0, "w");

    /** Every other number, from one on. */
    private static List<NumberRange> places(long from, int count) {
        return LongStream.range(0, count)
                .mapToObj(i -> new NumberRange(from + 2 * i, from + 2 * i))
                .toList();
    }

    private static Draft draft(List<NumberRange> returned, List<NumberRange> reserved) {
        SequenceRecord record = SequenceRecord.of(
                        new SequenceDefinition(
                                "A",
                                SequenceMode.GAPLESS,
                                List.of(new NumberRange(1, 1_000_000)),
                                SequenceOptions.DEFAULT),
                        StateLimits.DEFAULT)
                .withTaken(100_000)
                .withPending(1, 1);
        Map<String, Optional<StoredRecord>> cache = new HashMap<>();
        record = record.withReturned(stored(returned, cache));
        put(
                cache,
                SequencePaths.pendingBucket("A", "i", 0),
                BucketRecord.of(new ReservationTerm(60_000, AtExpiry.HOLD)));
        put(cache, SequencePaths.pendingEntry("A", "i", 0), new PendingRecord(reserved, null, null, "w"));
        return new Draft(
                "A",
                new Position("i", 1, 1, 1, 0, record, 0, true),
                cache,
                false,
                1_000,
                StateLimits.DEFAULT,
                new ReservedNumbers("writer"));
    }

    /** Lays numbers that came back as they lie in the store: the lowest in the state, the others in parts. */
    private static ReturnedNumbers stored(List<NumberRange> runs, Map<String, Optional<StoredRecord>> cache) {
        StateLimits limits = StateLimits.DEFAULT;
        NumberSet all = NumberSet.of(runs);
        int places = all.runs().size();
        int inState = Math.min(places, limits.runsInState());
        List<Part> parts = new ArrayList<>();
        for (int from = inState; from < places; from += limits.runsPerRecord()) {
            NumberSet part = all.part(from, Math.min(places, from + limits.runsPerRecord()));
            put(cache, SequencePaths.returned("A", "i", parts.size()), part);
            parts.add(Part.of(parts.size(), part));
        }
        return new ReturnedNumbers(all.part(0, inState), parts);
    }

    private static void put(Map<String, Optional<StoredRecord>> cache, String path, Object payload) {
        cache.put(path, Optional.of(new StoredRecord(path, PayloadCodec.encode(payload), STAMP)));
    }

    @Test
    void numbersDoNotComeBackToMorePlacesThanAreKept() {
        Draft draft = draft(places(1, 16_384), places(40_001, 1));
        assertThatThrownBy(() -> Reservations.putBack(draft, FIRST, Fate.CANCELLED, Settler.NOBODY))
                .isInstanceOf(SequenceUnavailableException.class)
                .hasMessage(
                        "numbers of sequence A that came back lie in 16384 places, and 16384 are kept at the most: ask for some of them, and cancel again");
        assertThat(draft.isUnchanged()).isTrue();
    }

    @Test
    void manyPlacesAtOnceCountAsManyPlaces() {
        Draft draft = draft(places(1, 16_000), places(40_001, 385));
        assertThatThrownBy(() -> Reservations.putBack(draft, FIRST, Fate.CANCELLED, Settler.NOBODY))
                .isInstanceOf(SequenceUnavailableException.class);
    }

    @Test
    void numbersThatJoinOthersComeBackThoughThereIsNoPlaceLeft() {
        Draft draft = draft(places(1, 16_384), places(2, 100));
        Reservations.putBack(draft, FIRST, Fate.CANCELLED, Settler.NOBODY);
        assertThat(draft.record().returned().places()).isEqualTo(16_285);
        assertThat(draft.record().returned().size()).isEqualTo(16_484);
    }

    @Test
    void whatLiesInMorePlacesThanAreKeptComesBackOnceNothingElseIsThere() {
        Draft draft = draft(List.of(), places(1, 20_000));
        Reservations.putBack(draft, FIRST, Fate.EXPIRED, Settler.NOBODY);
        assertThat(draft.record().returned().places()).isEqualTo(20_000);
    }

    @Test
    void aDraftIsFullBeforeItIsMoreThanZooKeeperTakes() {
        Draft draft = draft(List.of(), List.of());
        PendingRecord large = new PendingRecord(places(1_000_000_000_000_000_001L, 1_000), null, null, "w");
        int count = 0;
        for (; !draft.isFull(); count++) {
            draft.znodes().create("/path" + count, large);
        }
        int bytes = count * PayloadCodec.encode(large).length;
        assertThat(bytes).isBetween(256 * 1024, 700 * 1024);
    }

    @Test
    void settlementsAllOverManyBucketsAreNoMoreThanZooKeeperTakesThoughEachRewritesItsBucket() {
        CoordinationStore store = ZooKeeperStore.create("127.0.0.1:1", Duration.ofSeconds(10), StoreSecurity.NONE);
        BucketRecord half = BucketRecord.of(new ReservationTerm(60_000, AtExpiry.HOLD));
        for (int slot = 0; slot < BucketRecord.SLOTS; slot += 2) {
            half = half.with(slot, Fate.CONFIRMED);
        }
        Map<String, Optional<StoredRecord>> cache = new HashMap<>();
        SequenceRecord record = draft(List.of(), List.of()).record().withPending(100_000, 500 * BucketRecord.SLOTS);
        Draft draft = new Draft(
                "A",
                new Position("i", 1, 1, 1, 0, record, 0, true),
                cache,
                false,
                10_000,
                StateLimits.DEFAULT,
                new ReservedNumbers("writer"));
        int planned = 0;
        for (; !draft.isFull(); planned++) {
            put(cache, SequencePaths.pendingBucket("A", "i", planned), half);
            ReservationToken token = new ReservationToken("i", (long) planned * BucketRecord.SLOTS + 1, "w");
            put(
                    cache,
                    SequencePaths.pendingEntry("A", "i", token.number()),
                    new PendingRecord(places(1, 1), null, null, "w"));
            Reservations.confirm(draft, token, Settler.NOBODY);
        }
        Write write = Write.seal(draft, "process-1");
        assertThat(planned).isGreaterThan(50);
        assertThat(store.sizeOf(write.changes())).isLessThan(store.maxWriteBytes());
    }
}
