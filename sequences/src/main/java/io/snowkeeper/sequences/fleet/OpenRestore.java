package io.snowkeeper.sequences.fleet;

import io.snowkeeper.coordinator.fleet.RestoreRecord.Restore;
import io.snowkeeper.coordinator.fleet.StoredRestores;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import java.util.Map;
import java.util.Set;

/**
 * A restore that no operator has ended yet, and what nodes know of before.
 *
 * @param stored the record that says so; its version changes when a node gives notes
 * @param notes how far sequences had come, by the names of the nodes that have noted it
 * @param silent the nodes of which that is not known, as far as the data that were put back tell of them
 */
public record OpenRestore(StoredRestores stored, Map<String, SequenceNotes> notes, Set<String> silent) {

    public OpenRestore {
        notes = Map.copyOf(notes);
        silent = Set.copyOf(silent);
    }

    public Restore restore() {
        return stored.record().open().orElseThrow();
    }
}
