package io.snowkeeper.client;

import java.util.List;
import java.util.Optional;

/**
 * A page of all sequences.
 *
 * @param sequences in the order of their names; fewer than were asked for, or none, where sequences were deleted meanwhile, cannot be read
 *     or have very many ranges
 * @param next what the next page comes after; empty if this is the last one
 */
public record SequencesPage(List<SequenceSummary> sequences, Optional<String> next) {

    public SequencesPage {
        sequences = List.copyOf(sequences);
    }
}
