package io.snowkeeper.sequences.record;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Numbers kept as runs, lowest first; neighbours are joined. Immutable. As a payload it has of each run how far it begins above the end of the
 * run before, or above 0, and how many numbers it has: 7 and 10 to 11 here. A run takes some four letters so, where both ends
 * take thirty and more.
 *
 * <pre>{@code
 * /sequences/invoices/53l00uxqj2b7zuz2/returned-0
 * [7,1,3,2]
 * }</pre>
 */
public final class NumberSet {

    public static final NumberSet EMPTY = new NumberSet(List.of());

    private final List<NumberRange> runs;

    private NumberSet(List<NumberRange> runs) {
        this.runs = runs;
    }

    public static NumberSet of(List<NumberRange> runs) {
        return EMPTY.plus(runs);
    }

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    static NumberSet ofSteps(long[] steps) {
        if (steps.length % 2 != 0) {
            throw new IllegalArgumentException("must be pairs: length=" + steps.length);
        }
        List<NumberRange> runs = new ArrayList<>(steps.length / 2);
        long end = 0;
        for (int i = 0; i < steps.length; i += 2) {
            long from = end + steps[i];
            end = from + steps[i + 1] - 1;
            runs.add(new NumberRange(from, end));
        }
        return of(runs);
    }

    @JsonValue
    long[] steps() {
        long[] steps = new long[2 * runs.size()];
        long end = 0;
        int i = 0;
        for (NumberRange run : runs) {
            steps[i++] = run.from() - end;
            steps[i++] = run.size();
            end = run.to();
        }
        return steps;
    }

    public List<NumberRange> runs() {
        return runs;
    }

    public long size() {
        long size = 0;
        for (NumberRange run : runs) {
            size += run.size();
        }
        return size;
    }

    public boolean isEmpty() {
        return runs.isEmpty();
    }

    public boolean contains(long number) {
        for (NumberRange run : runs) {
            if (run.from() <= number && number <= run.to()) {
                return true;
            }
        }
        return false;
    }

    public NumberSet plus(NumberRange run) {
        return plus(List.of(run));
    }

    public NumberSet plus(NumberSet added) {
        return plus(added.runs);
    }

    /** Returns the numbers of both; those that are added are not in the set yet. */
    public NumberSet plus(List<NumberRange> added) {
        if (added.isEmpty()) {
            return this;
        }
        List<NumberRange> all = new ArrayList<>(runs);
        all.addAll(added);
        all.sort(Comparator.comparingLong(NumberRange::from));
        List<NumberRange> joined = new ArrayList<>(all.size());
        NumberRange last = all.get(0);
        for (NumberRange run : all.subList(1, all.size())) {
            if (last.to() + 1 == run.from()) {
                last = new NumberRange(last.from(), run.to());
            } else {
                joined.add(last);
                last = run;
            }
        }
        joined.add(last);
        return new NumberSet(List.copyOf(joined));
    }

    /** Returns some of the runs as a set of their own. */
    public NumberSet part(int from, int to) {
        return new NumberSet(List.copyOf(runs.subList(from, to)));
    }

    /** Returns the lowest numbers as runs, at most this many. */
    public List<NumberRange> lowest(long count) {
        List<NumberRange> lowest = new ArrayList<>();
        long missing = count;
        for (NumberRange run : runs) {
            if (missing == 0) {
                break;
            }
            long taken = Math.min(missing, run.size());
            lowest.add(new NumberRange(run.from(), run.from() + taken - 1));
            missing -= taken;
        }
        return lowest;
    }

    /** Returns the set without its lowest numbers. */
    public NumberSet withoutLowest(long count) {
        List<NumberRange> rest = new ArrayList<>();
        long dropped = 0;
        for (NumberRange run : runs) {
            long drop = Math.min(count - dropped, run.size());
            dropped += drop;
            if (drop < run.size()) {
                rest.add(new NumberRange(run.from() + drop, run.to()));
            }
        }
        return new NumberSet(List.copyOf(rest));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NumberSet set && runs.equals(set.runs);
    }

    @Override
    public int hashCode() {
        return runs.hashCode();
    }

    @Override
    public String toString() {
        return runs.toString();
    }
}
