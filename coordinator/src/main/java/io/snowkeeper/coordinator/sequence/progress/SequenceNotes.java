package io.snowkeeper.coordinator.sequence.progress;

import java.util.List;

/**
 * A node's note of how far sequences had come.
 *
 * @param sequences those that it has written last
 * @param complete whether it never had written others that it has no room for
 */
public record SequenceNotes(List<SeenSequence> sequences, boolean complete) {

    public SequenceNotes {
        sequences = List.copyOf(sequences);
    }
}
