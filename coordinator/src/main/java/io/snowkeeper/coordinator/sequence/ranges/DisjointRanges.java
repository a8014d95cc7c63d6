package io.snowkeeper.coordinator.sequence.ranges;

import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/** The ranges of one sequence, none of which overlaps another, to be compared with others' however many both are. */
final class DisjointRanges {

    private final NavigableMap<Long, NumberRange> byFrom = new TreeMap<>();

    DisjointRanges(List<NumberRange> ranges) {
        ranges.forEach(range -> byFrom.put(range.from(), range));
    }

    /** Returns a range that has one of the numbers from one to another; empty if there is none. */
    Optional<NumberRange> overlapping(long from, long to) {
        // Of those that begin at or below the end, the last one ends last.
        Map.Entry<Long, NumberRange> last = byFrom.floorEntry(to);
        return last == null || last.getValue().to() < from ? Optional.empty() : Optional.of(last.getValue());
    }
}
