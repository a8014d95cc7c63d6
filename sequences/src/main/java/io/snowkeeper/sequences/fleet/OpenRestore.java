package io.snowkeeper.sequences.fleet;

import io.snowkeeper.coordinator.fleet.RestoreRecord.Restore;
import io.snowkeeper.coordinator.fleet.StoredRestores;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import java.util.Map;
import java.util.Set;

/**
 * A restore that is not ended yet, and the nodes' notes from before it.
 *
 * @param stored the fleet's record of it; its version changes when a node adds notes
 * @param notes how far sequences had come, by the names of the nodes that have noted it
 * @param silent the nodes without notes, as far as the restored data name them
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
