package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ranges of a sequence, and how far they are taken. Not thread-safe. */
final class RangeCursor {

    private final List<NumberRange> ranges;
    private final NumberRuns known;

    /** The range that the next number is of, and how many of it were taken. */
    private int range;

    private long takenOfRange;
    private long taken;

    RangeCursor() {
        this(new ArrayList<>(), new NumberRuns());
    }

    private RangeCursor(List<NumberRange> ranges, NumberRuns known) {
        this.ranges = ranges;
        this.known = known;
    }

    /** Returns one that begins anew in the same ranges. */
    RangeCursor again() {
        return new RangeCursor(ranges, known);
    }

    /** Adds ranges, and returns the parts of them that were there already. */
    List<NumberRange> add(List<NumberRange> more) {
        ranges.addAll(more);
        return more.stream().flatMap(range -> known.put(range).stream()).toList();
    }

    List<NumberRange> ranges() {
        return ranges;
    }

    /** Returns how many numbers were taken. */
    long taken() {
        return taken;
    }

    /** Takes the untaken numbers before a number, and returns them; nothing if the number is no later one. */
    List<NumberRange> skipTo(long number) {
        int found = range;
        while (found < ranges.size() && !isIn(ranges.get(found), number)) {
            found++;
        }
        if (found == ranges.size() || (found == range && number < next())) {
            return List.of();
        }
        List<NumberRange> skipped = new ArrayList<>();
        while (range < found) {
            NumberRange whole = ranges.get(range);
            skipped.add(advance(new NumberRange(next(), whole.to())));
        }
        if (next() < number) {
            skipped.add(advance(new NumberRange(next(), number - 1)));
        }
        return skipped;
    }

    /** Takes the beginning of a run as far as it comes next in one range, and returns that; null if it does not. */
    @Nullable
    NumberRange take(NumberRange run) {
        if (range == ranges.size() || next() != run.from()) {
            return null;
        }
        return advance(
                new NumberRange(run.from(), Math.min(run.to(), ranges.get(range).to())));
    }

    /** Returns the untaken numbers. */
    List<NumberRange> untaken() {
        List<NumberRange> untaken = new ArrayList<>(ranges.subList(range, ranges.size()));
        if (takenOfRange > 0) {
            untaken.set(0, new NumberRange(next(), untaken.get(0).to()));
        }
        return untaken;
    }

    private long next() {
        return ranges.get(range).from() + takenOfRange;
    }

    private NumberRange advance(NumberRange part) {
        taken += part.size();
        takenOfRange += part.size();
        if (takenOfRange == ranges.get(range).size()) {
            range++;
            takenOfRange = 0;
        }
        return part;
    }

    private static boolean isIn(NumberRange range, long number) {
        return range.from() <= number && number <= range.to();
    }
}
