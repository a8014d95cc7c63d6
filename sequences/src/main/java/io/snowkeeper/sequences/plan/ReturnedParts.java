package io.snowkeeper.sequences.plan;

import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.record.NumberSet;
import io.snowkeeper.sequences.record.ReturnedNumbers;
import io.snowkeeper.sequences.record.ReturnedNumbers.Part;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The numbers that came back as a draft changes them. They are handed out lowest first, so the lowest are in the state,
 * which is written anyway; the others are in parts, sorted as the leaves of a B-tree are, of which a number that comes
 * back rewrites one.
 */
final class ReturnedParts {

    /** The size of a run: two numbers of 19 digits and JSON's punctuation. */
    private static final int RUN_BYTES = 40;

    private ReturnedParts() {}

    /**
     * Takes the lowest numbers, at most this many.
     *
     * @throws PlanAgainException if a part must be read first
     */
    static List<NumberRange> takeLowest(Draft draft, long count) {
        ReturnedNumbers returned = draft.record().returned();
        if (returned.isEmpty()) {
            return List.of();
        }
        draft.requireRead(neededFor(draft, returned, count));
        while (returned.lowest().size() < count && !returned.parts().isEmpty()) {
            returned = withMoreInState(draft, returned);
        }
        List<NumberRange> taken = returned.lowest().lowest(count);
        update(draft, returned.withLowest(returned.lowest().withoutLowest(count)));
        return taken;
    }

    /**
     * Puts numbers back, which are none of those that are back already.
     *
     * @throws PlanAgainException if a part must be read first
     */
    static void putBack(Draft draft, List<NumberRange> runs) {
        ReturnedNumbers returned = draft.record().returned();
        for (NumberRange run : runs) {
            int index = returned.partOf(run);
            returned = index < 0
                    ? bounded(draft, returned.withLowest(returned.lowest().plus(run)))
                    : withPart(
                            draft, returned, index, part(draft, returned, index).plus(run));
        }
        update(draft, returned);
    }

    /**
     * Returns in how many more places numbers would lie if these were back; fewer than none where they join others. Reads all that it
     * takes to put them back.
     *
     * @throws PlanAgainException if a part must be read first
     * @throws UnreadablePayloadException if a part cannot be read
     */
    static int morePlaces(Draft draft, List<NumberRange> runs) {
        ReturnedNumbers returned = draft.record().returned();
        Set<Integer> indexes = new TreeSet<>();
        if (!returned.parts().isEmpty()) {
            // Numbers for which the state has no room go there.
            indexes.add(0);
        }
        runs.forEach(run -> indexes.add(Math.max(0, returned.partOf(run))));
        List<Part> parts = returned.parts();
        draft.requireRead(indexes.stream()
                .filter(index -> index < parts.size())
                .map(index -> path(draft, parts.get(index).id()))
                .toList());
        int more = 0;
        for (NumberRange run : runs) {
            int index = returned.partOf(run);
            NumberSet around = index < 0 ? returned.lowest() : part(draft, returned, index);
            more += 1 - (around.contains(run.from() - 1) ? 1 : 0) - (around.contains(run.to() + 1) ? 1 : 0);
        }
        return more;
    }

    /** Returns the records of the parts that are needed to hand out {@code count} numbers. */
    private static List<String> neededFor(Draft draft, ReturnedNumbers returned, long count) {
        List<String> paths = new ArrayList<>();
        long reached = returned.lowest().size();
        for (Part part : returned.parts()) {
            if (reached >= count) {
                break;
            }
            paths.add(path(draft, part.id()));
            reached += part.numbers();
        }
        return paths;
    }

    /** Moves the lowest runs of the first part into the state, where there is room for them. */
    private static ReturnedNumbers withMoreInState(Draft draft, ReturnedNumbers returned) {
        NumberSet part = part(draft, returned, 0);
        int moved = Math.min(part.runs().size(), draft.limits().runsInState() / 2);
        return withPart(draft, returned, 0, part.part(moved, part.runs().size()))
                .withLowest(returned.lowest().plus(part.part(0, moved)));
    }

    /** Moves the upper runs of the state away, if there are too many: into the first part, or a new one if that has no room for them. */
    private static ReturnedNumbers bounded(Draft draft, ReturnedNumbers returned) {
        StateLimits limits = draft.limits();
        NumberSet lowest = returned.lowest();
        int runs = lowest.runs().size();
        if (runs <= limits.runsInState()) {
            return returned;
        }
        int kept = limits.runsInState() / 2;
        NumberSet moved = lowest.part(kept, runs);
        ReturnedNumbers rest = returned.withLowest(lowest.part(0, kept));
        boolean fits = !rest.parts().isEmpty()
                && rest.parts().get(0).runs() + moved.runs().size() <= limits.runsPerRecord();
        if (fits) {
            return withPart(draft, rest, 0, part(draft, rest, 0).plus(moved));
        }
        List<Part> pieces = new ArrayList<>();
        for (int from = 0; from < moved.runs().size(); from += limits.runsPerRecord()) {
            NumberSet piece = moved.part(from, Math.min(moved.runs().size(), from + limits.runsPerRecord()));
            int id = rest.freeId() + pieces.size();
            draft.znodes().createPart(path(draft, id), piece, maxBytes(piece));
            pieces.add(Part.of(id, piece));
        }
        return rest.withParts(0, 0, pieces);
    }

    /**
     * Replaces the numbers of a part: no part if there are none, two parts if they are too many, one with the part
     * before if they are few.
     */
    private static ReturnedNumbers withPart(Draft draft, ReturnedNumbers returned, int index, NumberSet numbers) {
        int id = returned.parts().get(index).id();
        int runs = numbers.runs().size();
        if (isJoined(draft, returned, index, runs)) {
            NumberSet joined = part(draft, returned, index - 1).plus(numbers);
            draft.znodes().deletePart(path(draft, id));
            return withPart(draft, returned.withParts(index, index + 1, List.of()), index - 1, joined);
        }
        List<Part> changed = new ArrayList<>();
        if (runs == 0) {
            draft.znodes().deletePart(path(draft, id));
        } else if (runs <= draft.limits().runsPerRecord()) {
            draft.znodes().rewritePart(path(draft, id), numbers, maxBytes(numbers));
            changed.add(Part.of(id, numbers));
        } else {
            // Numbers mostly come back in the order in which they were handed out: the last ones leave full parts.
            boolean last = index == returned.parts().size() - 1;
            int split = last ? draft.limits().runsPerRecord() : runs / 2;
            NumberSet lower = numbers.part(0, split);
            NumberSet upper = numbers.part(split, runs);
            int upperId = returned.freeId();
            draft.znodes().rewritePart(path(draft, id), lower, maxBytes(lower));
            draft.znodes().createPart(path(draft, upperId), upper, maxBytes(upper));
            changed.add(Part.of(id, lower));
            changed.add(Part.of(upperId, upper));
        }
        return returned.withParts(index, index + 1, changed);
    }

    /** Returns whether there are so few numbers that the part before has room for them; as long as that need not be read, it costs nothing. */
    private static boolean isJoined(Draft draft, ReturnedNumbers returned, int index, int runs) {
        int most = draft.limits().runsPerRecord();
        return runs > 0
                && runs <= most / 4
                && index > 0
                && returned.parts().get(index - 1).runs() + runs <= most / 2
                && draft.knows(path(draft, returned.parts().get(index - 1).id()));
    }

    private static NumberSet part(Draft draft, ReturnedNumbers returned, int index) {
        Part part = returned.parts().get(index);
        return draft.znodes().part(path(draft, part.id()), part);
    }

    private static String path(Draft draft, int id) {
        return SequencePaths.returned(draft.sequence(), draft.incarnation(), id);
    }

    private static int maxBytes(NumberSet numbers) {
        return RUN_BYTES * numbers.runs().size();
    }

    private static void update(Draft draft, ReturnedNumbers returned) {
        SequenceRecord record = draft.record();
        draft.update(record.withReturned(returned));
    }
}
