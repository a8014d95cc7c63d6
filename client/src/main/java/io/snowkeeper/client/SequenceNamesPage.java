package io.snowkeeper.client;

import java.util.List;
import java.util.Optional;

/**
 * A page of the names of all sequences.
 *
 * @param names names in their order; fewer than were asked for, or none, where sequences were deleted meanwhile or cannot be read
 * @param next what the next page comes after; empty if this is the last one
 */
public record SequenceNamesPage(List<String> names, Optional<String> next) {

    /** How many names a page has at the most. */
    public static final int MAX_LIMIT = 1_000;

    public SequenceNamesPage {
        names = List.copyOf(names);
    }
}
