package io.snowkeeper.sequences.ledger.audit;

import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Numbers that are kept as runs, neighbours joined, and change. Not thread-safe. */
final class NumberRuns {

    private final TreeMap<Long, Long> runs = new TreeMap<>();
    private long size;

    long size() {
        return size;
    }

    List<NumberRange> all() {
        List<NumberRange> all = new ArrayList<>(runs.size());
        runs.forEach((from, to) -> all.add(new NumberRange(from, to)));
        return all;
    }

    /** Returns the first part of a run that is in, null if none of it is. */
    @Nullable
    NumberRange firstIn(NumberRange run) {
        Map.Entry<Long, Long> found = runs.floorEntry(run.from());
        if (found == null || found.getValue() < run.from()) {
            found = runs.ceilingEntry(run.from());
        }
        return found == null || found.getKey() > run.to()
                ? null
                : new NumberRange(Math.max(found.getKey(), run.from()), Math.min(found.getValue(), run.to()));
    }

    boolean containsAll(NumberRange run) {
        return run.equals(firstIn(run));
    }

    /** Returns the parts of a run that are in. */
    List<NumberRange> allIn(NumberRange run) {
        List<NumberRange> parts = new ArrayList<>();
        NumberRange part = firstIn(run);
        while (part != null) {
            parts.add(part);
            part = part.to() == run.to() ? null : firstIn(new NumberRange(part.to() + 1, run.to()));
        }
        return parts;
    }

    /** Returns the parts of a run that are not in. */
    List<NumberRange> gapsIn(NumberRange run) {
        List<NumberRange> gaps = new ArrayList<>();
        long next = run.from();
        for (NumberRange part : allIn(run)) {
            if (part.from() > next) {
                gaps.add(new NumberRange(next, part.from() - 1));
            }
            if (part.to() == run.to()) {
                return gaps;
            }
            next = part.to() + 1;
        }
        gaps.add(new NumberRange(next, run.to()));
        return gaps;
    }

    /** Returns the beginning of a run, as far as all of it is in, or none of it. */
    NumberRange alike(NumberRange run) {
        NumberRange part = firstIn(run);
        if (part == null) {
            return run;
        }
        return part.from() == run.from() ? part : new NumberRange(run.from(), part.from() - 1);
    }

    /** Adds a run, and returns the parts of it that were in. */
    List<NumberRange> put(NumberRange run) {
        List<NumberRange> before = allIn(run);
        before.forEach(this::remove);
        add(run);
        return before;
    }

    /** Adds a run, none of which is in. */
    void add(NumberRange run) {
        long from = run.from();
        long to = run.to();
        Map.Entry<Long, Long> before = runs.lowerEntry(from);
        if (before != null && before.getValue() + 1 == from) {
            from = before.getKey();
        }
        Long after = to == Long.MAX_VALUE ? null : runs.remove(to + 1);
        runs.put(from, after == null ? Long.valueOf(to) : after);
        size += run.size();
    }

    /** Removes a run, all of which is in. */
    void remove(NumberRange run) {
        Map.Entry<Long, Long> found = runs.floorEntry(run.from());
        long from = found.getKey();
        long to = found.getValue();
        if (from < run.from()) {
            runs.put(from, run.from() - 1);
        } else {
            runs.remove(from);
        }
        if (to > run.to()) {
            runs.put(run.to() + 1, to);
        }
        size -= run.size();
    }
}
