package io.snowkeeper.test;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;

/** The free numbers of a sequence: returned ones, the lowest first, and then those of the ranges. Not thread-safe. */
final class FreeNumbers {

    private final long step;
    private final List<NumberRange> ranges = new ArrayList<>();
    private final TreeSet<Long> returned = new TreeSet<>();
    private final Deque<NumberRange> unused = new ArrayDeque<>();

    /** @param step how far each number of a range is from the one before */
    FreeNumbers(long step) {
        this.step = step;
    }

    void append(NumberRange range) {
        NumberStep.of(step, ranges.isEmpty() ? range.from() : ranges.get(0).from())
                .requireReaches(range);
        for (NumberRange other : ranges) {
            if (other.overlaps(range)) {
                throw new IllegalArgumentException("ranges must not overlap: %s, %s".formatted(other, range));
            }
        }
        ranges.add(range);
        unused.add(range);
    }

    /** Returns how many there are. */
    long size() {
        long left = 0;
        for (NumberRange range : unused) {
            left += (range.to() - range.from()) / step + 1;
        }
        return left + returned.size();
    }

    /** Takes {@code count} numbers, which must exist. */
    List<Long> take(int count) {
        List<Long> taken = new ArrayList<>();
        while (taken.size() < count) {
            Long back = returned.pollFirst();
            taken.add(back == null ? takeUnused() : back);
        }
        return taken;
    }

    private long takeUnused() {
        NumberRange range = unused.remove();
        if (range.from() < range.to()) {
            unused.addFirst(new NumberRange(range.from() + step, range.to()));
        }
        return range.from();
    }

    void putBack(Collection<Long> numbers) {
        returned.addAll(numbers);
    }
}
