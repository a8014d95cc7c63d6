package io.snowkeeper.sequences.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of a sequence in the order they are used, laid end to end: a number's place is its offset. Immutable.
 *
 * <p>Few ranges are in the state itself. Many lie {@linkplain RangeRecords apart} from it, and only grow; the state
 * then has their count, and must be {@linkplain #read completed} before a number can be computed.
 *
 * <pre>{@code
 * in the state
 * {"apart":{"count":40,"total":4000,"perRecord":512,"last":{"from":9001,"to":9100}}}
 * }</pre>
 */
public final class RangeList {

    /** How many ranges lie apart; null if they are in the state. */
    private final @Nullable Apart apart;

    /** The ranges; null if they were not read yet. */
    private final @Nullable List<NumberRange> ranges;

    /** Where each range ends, by offset. */
    private final long[] ends;

    /**
     * A state's summary of ranges that lie apart.
     *
     * @param count how many there are
     * @param total how many numbers they have
     * @param perRecord how many of them lie in a record
     * @param last the last one: two lists of one sequence are the same if they have the same last range
     */
    record Apart(int count, long total, int perRecord, NumberRange last) {}

    /** The form in which they are in a state. */
    record Payload(
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            List<NumberRange> all,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Apart apart) {}

    private RangeList(@Nullable Apart apart, @Nullable List<NumberRange> ranges) {
        this.apart = apart;
        this.ranges = ranges;
        this.ends = ranges == null ? new long[0] : ends(ranges);
    }

    /** Returns the ranges of a sequence that is to be created. */
    public static RangeList of(List<NumberRange> ranges, StateLimits limits) {
        List<NumberRange> all = List.copyOf(ranges);
        return all.size() > limits.rangesInState() ? apart(all, limits.rangesPerRecord()) : new RangeList(null, all);
    }

    private static RangeList apart(List<NumberRange> all, int perRecord) {
        long[] ends = ends(all);
        return new RangeList(new Apart(all.size(), ends[ends.length - 1], perRecord, all.get(all.size() - 1)), all);
    }

    private static long[] ends(List<NumberRange> ranges) {
        long[] ends = new long[ranges.size()];
        long end = 0;
        for (int i = 0; i < ends.length; i++) {
            // It fits, as the definition has made sure.
            end += ranges.get(i).size();
            ends[i] = end;
        }
        return ends;
    }

    /** Returns whether they lie in records of their own. */
    public boolean isApart() {
        return apart != null;
    }

    /** Returns whether they are known; if not, only {@link #count} and {@link #total} are. */
    public boolean isRead() {
        return ranges != null;
    }

    /** Returns how many lie in a record of their own. */
    int perRecord() {
        return Objects.requireNonNull(apart).perRecord();
    }

    public int count() {
        return apart != null ? apart.count() : all().size();
    }

    /** Returns how many numbers they have. */
    public long total() {
        if (apart != null) {
            return apart.total();
        }
        return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    /**
     * Returns the ranges.
     *
     * @throws IllegalStateException if they lie apart and were not read
     */
    public List<NumberRange> all() {
        if (ranges == null) {
            throw new IllegalStateException("ranges were not read: count=" + count());
        }
        return ranges;
    }

    /**
     * Completes a state by the ranges read apart from it.
     *
     * @param records the ranges of each record, in their order; they may have more than there are, since some were
     *     appended
     * @return empty if they do not match the state
     */
    public Optional<RangeList> read(List<List<NumberRange>> records) {
        Apart told = Objects.requireNonNull(apart);
        List<NumberRange> all = new ArrayList<>(told.count());
        for (List<NumberRange> record : records) {
            all.addAll(record.subList(
                    0, Math.min(record.size(), Math.min(told.perRecord(), told.count() - all.size()))));
        }
        RangeList read = all.isEmpty() ? this : apart(List.copyOf(all), told.perRecord());
        return told.equals(read.apart) && read.isRead() ? Optional.of(read) : Optional.empty();
    }

    /** Completes a state by the known ranges of the same sequence, if it was the same then. */
    public RangeList readAs(RangeList known) {
        return !isRead() && known.isRead() && Objects.equals(apart, known.apart) ? known : this;
    }

    public RangeList plus(List<NumberRange> added, StateLimits limits) {
        List<NumberRange> more = new ArrayList<>(all());
        more.addAll(added);
        return apart == null ? of(more, limits) : apart(List.copyOf(more), apart.perRecord());
    }

    /** Returns the numbers from an offset on, as runs. There must be as many. */
    public List<NumberRange> runs(long offset, long count) {
        List<NumberRange> runs = new ArrayList<>(1);
        long at = offset;
        long missing = count;
        int found = Arrays.binarySearch(ends, offset);
        for (int i = found >= 0 ? found + 1 : -found - 1; missing > 0; i++) {
            NumberRange range = all().get(i);
            long from = range.to() - (ends[i] - at) + 1;
            long part = Math.min(missing, ends[i] - at);
            runs.add(new NumberRange(from, from + part - 1));
            missing -= part;
            at += part;
        }
        return runs;
    }

    /** Returns a number's offset; empty if it is in none of the ranges. They must be read. */
    public OptionalLong offset(long number) {
        for (int i = 0; i < ends.length; i++) {
            NumberRange range = all().get(i);
            if (range.from() <= number && number <= range.to()) {
                return OptionalLong.of(ends[i] - 1 - (range.to() - number));
            }
        }
        return OptionalLong.empty();
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static RangeList of(Payload payload) {
        if ((payload.all() == null) == (payload.apart() == null)) {
            throw new IllegalArgumentException("must have all ranges, or the summary of those that are stored apart");
        }
        return new RangeList(payload.apart(), payload.all() == null ? null : List.copyOf(payload.all()));
    }

    @JsonValue
    Payload payload() {
        return apart == null ? new Payload(all(), null) : new Payload(null, apart);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof RangeList list
                        && Objects.equals(apart, list.apart)
                        && Objects.equals(ranges, list.ranges));
    }

    @Override
    public int hashCode() {
        return Objects.hash(apart, ranges);
    }

    @Override
    public String toString() {
        return ranges == null ? String.valueOf(apart) : ranges.toString();
    }
}
