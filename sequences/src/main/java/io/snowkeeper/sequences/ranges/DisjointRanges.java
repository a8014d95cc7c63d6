package io.snowkeeper.sequences.ranges;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/** The ranges of one sequence, none of which overlaps another, to be compared with others' however many both are. */
final class DisjointRanges {

    private final NavigableMap<Long, NumberRange> byFrom = new TreeMap<>();
    private final NumberStep step;

    DisjointRanges(SteppedRanges ranges) {
        ranges.ranges().forEach(range -> byFrom.put(range.from(), range));
        this.step = ranges.step();
    }

    /**
     * A number that is in both of two ranges.
     *
     * @param isOfSteps whether others between may be in one of them alone
     */
    record Common(NumberRange ours, NumberRange theirs, long first, boolean isOfSteps) {}

    /** Returns whether a range has one of the numbers from one to another, if no step passes over it. */
    boolean mayOverlap(long from, long to) {
        // Among those that begin at or below the end, the last one ends last.
        var last = byFrom.floorEntry(to);
        return last != null && last.getValue().to() >= from;
    }

    /** Returns a number that one of the ranges and one of the others have; empty if there is none. */
    Optional<Common> overlapping(SteppedRanges others) {
        for (NumberRange other : others.ranges()) {
            for (NumberRange range :
                    byFrom.headMap(other.to(), true).descendingMap().values()) {
                if (range.to() < other.from()) {
                    break;
                }
                OptionalLong first = step.firstCommon(range, others.step(), other);
                if (first.isPresent()) {
                    boolean isOfSteps = !step.isOne() || !others.step().isOne();
                    return Optional.of(new Common(range, other, first.getAsLong(), isOfSteps));
                }
            }
        }
        return Optional.empty();
    }
}
