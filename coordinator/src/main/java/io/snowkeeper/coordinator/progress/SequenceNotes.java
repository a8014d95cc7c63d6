package io.snowkeeper.coordinator.progress;

import java.util.List;

/**
 * A node's note of how far sequences had come.
 *
 * <pre>{@code
 * /restores/n1
 * {"sequences":[{"progress":{"sequence":"invoices","incarnation":"53l00uxqj2b7zuz2","period":"2026-11","taken":41},"total":999999,
 * "written":{"created":801,"version":57,"transaction":912},"restored":"2026-11-28T09:00:00Z"}],"complete":true}
 * }</pre>
 *
 * @param sequences those that it has written last
 * @param complete whether it never had written others that it has no room for
 */
public record SequenceNotes(List<SeenSequence> sequences, boolean complete) {

    public SequenceNotes {
        sequences = List.copyOf(sequences);
    }
}
