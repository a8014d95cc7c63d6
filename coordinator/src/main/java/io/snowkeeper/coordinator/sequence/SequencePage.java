package io.snowkeeper.coordinator.sequence;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.sequence.InvalidSequenceException;
import io.snowkeeper.core.sequence.SequenceDescription;
import java.util.List;
import java.util.Optional;

/**
 * A part of the list of all sequences.
 *
 * @param sequences sequences in the order of their names; fewer than were asked for, or none, where others were deleted
 *     meanwhile, cannot be read, or would make the page too large
 * @param next what the next page comes after; empty if this is the last one
 */
public record SequencePage(List<SequenceDescription> sequences, Optional<String> next) {

    /** How many sequences a page has at the most. */
    public static final int MAX_LIMIT = PageLimit.MAX;

    public SequencePage {
        sequences = List.copyOf(sequences);
        requireNonNull(next);
    }

    /** Returns a page of the first ones, with at most so many. */
    public SequencePage first(int limit) {
        if (sequences.size() <= limit) {
            return this;
        }
        List<SequenceDescription> first = sequences.subList(0, limit);
        return new SequencePage(
                first, Optional.of(first.get(limit - 1).definition().name()));
    }

    /**
     * Checks how many sequences are asked for.
     *
     * @throws InvalidSequenceException if it is not 1 to {@value #MAX_LIMIT}
     */
    public static int requireLimit(int limit) {
        return PageLimit.require(limit);
    }
}
