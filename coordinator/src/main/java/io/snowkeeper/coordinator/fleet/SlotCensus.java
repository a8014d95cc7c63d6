package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.store.RecordStamp;

/**
 * The number of slots that there are, and that there once were. The fleet itself never deletes a slot; if a hand did, a
 * missing slot no longer proves that nobody has its worker id.
 *
 * @param changed the transaction that made or deleted one last
 */
public record SlotCensus(int present, int deleted, long changed) {

    /** What is there was created once. */
    public static SlotCensus of(RecordStamp parent) {
        return new SlotCensus(
                parent.children(), (parent.childChanges() - parent.children()) / 2, parent.childrenChanged());
    }
}
