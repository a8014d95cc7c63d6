package io.snowkeeper.sequences.ranges;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.List;

/**
 * The changes of the registry that give a sequence its claims, each on the condition that the read pages are unchanged.
 * They are to be written in the transaction by which it has the ranges.
 *
 * @param incarnation the sequence's
 */
public record ClaimPlan(String incarnation, List<Change> changes) {

    public ClaimPlan {
        changes = List.copyOf(changes);
    }

    /** Returns whether there will be another table. */
    boolean changesTable() {
        return changes.stream()
                .anyMatch(
                        change -> change instanceof Change.Set && change.path().equals(SequencePaths.RANGES));
    }
}
