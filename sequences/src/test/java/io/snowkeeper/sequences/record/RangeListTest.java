package io.snowkeeper.sequences.record;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class RangeListTest {

    /** Up to two ranges in the state, else three to a record. */
    private static final StateLimits LIMITS = new StateLimits(1_000, 2, 3, 2, 2);

    private static final RecordStamp STAMP = new RecordStamp(0, 1, 1, 1, 0, 0, 0, 0, 0);

    private static RangeList ranges(int count) {
        return RangeList.of(
                LongStream.range(0, count)
                        .mapToObj(i -> new NumberRange(100 * i + 1, 100 * i + 10))
                        .toList(),
                LIMITS);
    }

    private static RangeList decoded(RangeList ranges) throws IOException {
        return PayloadCodec.decode(PayloadCodec.encode(ranges), RangeList.class);
    }

    private static List<List<NumberRange>> records(int count) {
        List<NumberRange> all = ranges(count).all();
        return List.of(all.subList(0, 3), all.subList(3, count));
    }

    private static List<NumberRange> written(Change change) {
        byte[] payload = change instanceof Change.Create create ? create.payload() : ((Change.Set) change).payload();
        return RangeRecords.rangesIn(new StoredRecord("/ranges", payload, STAMP));
    }

    @Test
    void fewRangesAreInTheState() throws IOException {
        RangeList few = ranges(2);
        assertThat(new String(PayloadCodec.encode(few), UTF_8))
                .isEqualTo("{\"all\":[{\"from\":1,\"to\":10},{\"from\":101,\"to\":110}]}");
        assertThat(decoded(few)).isEqualTo(few);
        assertThat(RangeRecords.changes("A", "i", 0, few)).isEmpty();
    }

    @Test
    void ofManyRangesTheStateTellsHowManyThereAre() throws IOException {
        RangeList many = ranges(3);
        assertThat(new String(PayloadCodec.encode(many), UTF_8))
                .isEqualTo("{\"apart\":{\"count\":3,\"total\":30,\"perRecord\":3,\"last\":{\"from\":201,\"to\":210}}}");
        RangeList unread = decoded(many);
        assertThat(unread.isRead()).isFalse();
        assertThat(unread.count()).isEqualTo(3);
        assertThat(unread.total()).isEqualTo(30);
        assertThatThrownBy(unread::all)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("ranges were not read: count=3");
        assertThat(unread.read(List.of(many.all()))).contains(many);
    }

    @Test
    void oneWhoReadsMoreThanTheStateTellsLeavesTheRestOut() throws IOException {
        assertThat(decoded(ranges(4)).read(records(6))).contains(ranges(4));
    }

    @Test
    void whoReadsFewerOrOthersThanTheStateTellsIsToldSo() throws IOException {
        RangeList told = decoded(ranges(5));
        assertThat(told.read(List.of())).isEmpty();
        assertThat(told.read(records(4))).isEmpty();
        assertThat(told.read(List.of(ranges(2).all(), ranges(6).all().subList(3, 6))))
                .isEmpty();
        List<List<NumberRange>> other = new ArrayList<>(records(4));
        other.set(1, List.of(new NumberRange(301, 310), new NumberRange(901, 910)));
        assertThat(told.read(other)).isEmpty();
    }

    @Test
    void whatIsKnownOfTheSameRangesNeedNotBeReadAgain() throws IOException {
        RangeList known = ranges(4);
        assertThat(decoded(known).readAs(known)).isSameAs(known);
        assertThat(decoded(ranges(5)).readAs(known).isRead()).isFalse();
    }

    @Test
    void theThirdRangeMovesAllIntoARecord() {
        RangeList more = ranges(2).plus(List.of(new NumberRange(201, 210)), LIMITS);
        List<Change> changes = RangeRecords.changes("A", "i", 0, more);
        assertThat(changes).hasSize(1).first().isInstanceOf(Change.Create.class);
        assertThat(changes.get(0).path()).isEqualTo("/sequences/A/i/ranges-0");
        assertThat(written(changes.get(0))).isEqualTo(ranges(3).all());
    }

    @Test
    void severalRangesThatAreAddedAreWrittenIntoAsManyRecordsAsTheyTake() {
        RangeList more = ranges(4).plus(ranges(10).all().subList(4, 10), LIMITS);

        assertThat(more).isEqualTo(ranges(10));
        List<Change> changes = RangeRecords.changes("A", "i", 4, more);
        assertThat(changes)
                .extracting(Change::path)
                .containsExactly("/sequences/A/i/ranges-1", "/sequences/A/i/ranges-2", "/sequences/A/i/ranges-3");
        assertThat(changes.get(0)).isInstanceOf(Change.Set.class);
        assertThat(changes.subList(1, 3)).allMatch(Change.Create.class::isInstance);
        assertThat(changes.stream().flatMap(change -> written(change).stream()))
                .containsExactlyElementsOf(ranges(10).all().subList(3, 10));
    }

    @Test
    void anotherRangeIsWrittenIntoTheLastRecordAlone() {
        List<Change> changes = RangeRecords.changes("A", "i", 4, ranges(5));
        assertThat(changes).hasSize(1).first().isInstanceOf(Change.Set.class);
        assertThat(changes.get(0).path()).isEqualTo("/sequences/A/i/ranges-1");
        assertThat(written(changes.get(0))).isEqualTo(ranges(5).all().subList(3, 5));
    }

    @Test
    void aFullRecordIsFollowedByANewOne() {
        List<Change> changes = RangeRecords.changes("A", "i", 6, ranges(7));
        assertThat(changes).hasSize(1).first().isInstanceOf(Change.Create.class);
        assertThat(changes.get(0).path()).isEqualTo("/sequences/A/i/ranges-2");
    }

    @Test
    void rangesThatDoNotChangeAreNotWritten() {
        assertThat(RangeRecords.changes("A", "i", 5, ranges(5))).isEmpty();
    }

    @RepeatedTest(50)
    void numbersFollowTheRangesWhereverTheyBegin(RepetitionInfo repetition) {
        SplittableRandom random = new SplittableRandom(repetition.getCurrentRepetition());
        List<NumberRange> ranges = new ArrayList<>();
        List<Long> numbers = new ArrayList<>();
        long from = 1;
        for (int i = 0; i < 1 + random.nextInt(20); i++) {
            long to = from + random.nextInt(5);
            ranges.add(new NumberRange(from, to));
            LongStream.rangeClosed(from, to).forEach(numbers::add);
            from = to + 2;
        }
        RangeList list = RangeList.of(ranges, LIMITS);
        assertThat(list.total()).isEqualTo(numbers.size());
        int offset = random.nextInt(numbers.size() + 1);
        int count = random.nextInt(numbers.size() - offset + 1);
        assertThat(list.runs(offset, count).stream()
                        .flatMap(run ->
                                LongStream.rangeClosed(run.from(), run.to()).boxed()))
                .isEqualTo(numbers.subList(offset, offset + count));
    }
}
