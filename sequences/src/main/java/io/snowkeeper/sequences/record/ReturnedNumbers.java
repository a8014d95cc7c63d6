package io.snowkeeper.sequences.record;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The numbers of a sequence that have come back. The state has the lowest ones; the others lie in parts, each in a record of its own, whose
 * numbers are all below those of the next part.
 *
 * @param lowest the numbers below those of all parts
 * @param parts the parts, lowest first
 */
public record ReturnedNumbers(NumberSet lowest, List<Part> parts) {

    static final ReturnedNumbers NONE = new ReturnedNumbers(NumberSet.EMPTY, List.of());

    /**
     * A part of the numbers, which lies in a record of its own.
     *
     * @param id names the record
     * @param first its lowest number
     * @param runs how many runs it has
     * @param numbers how many numbers it has
     */
    @JsonFormat(shape = JsonFormat.Shape.ARRAY)
    public record Part(int id, long first, int runs, long numbers) {

        public static Part of(int id, NumberSet numbers) {
            return new Part(id, numbers.runs().get(0).from(), numbers.runs().size(), numbers.size());
        }
    }

    public ReturnedNumbers {
        parts = List.copyOf(parts);
    }

    /** Returns numbers that are all in the state. */
    public static ReturnedNumbers of(NumberSet lowest) {
        return new ReturnedNumbers(lowest, List.of());
    }

    /** Returns how many numbers there are. */
    public long size() {
        long size = lowest.size();
        for (Part part : parts) {
            size += part.numbers();
        }
        return size;
    }

    /** Returns in how many places they lie. */
    public int places() {
        int runs = lowest.runs().size();
        for (Part part : parts) {
            runs += part.runs();
        }
        return runs;
    }

    public boolean isEmpty() {
        return lowest.isEmpty() && parts.isEmpty();
    }

    public ReturnedNumbers withLowest(NumberSet newLowest) {
        return new ReturnedNumbers(newLowest, parts);
    }

    /** Returns the index of the part that a run is to be in, -1 if that is none. */
    public int partOf(NumberRange run) {
        int index = parts.size() - 1;
        while (index >= 0 && parts.get(index).first() > run.from()) {
            index--;
        }
        return index;
    }

    /** Returns an id that no part has. */
    public int freeId() {
        return parts.stream().mapToInt(Part::id).max().orElse(-1) + 1;
    }

    /** Returns them with other parts instead of some. */
    public ReturnedNumbers withParts(int from, int to, List<Part> others) {
        List<Part> changed = new ArrayList<>(parts);
        List<Part> replaced = changed.subList(from, to);
        replaced.clear();
        replaced.addAll(others);
        return new ReturnedNumbers(lowest, changed);
    }
}
