package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.store.RecordStamp;

/**
 * The number of slots present, and of those deleted. The fleet itself never deletes a slot; if an operator did, a
 * missing slot no longer proves that its worker id is free.
 *
 * @param changed the transaction that made or deleted one last
 */
public record SlotCensus(int present, int deleted, long changed) {

    /** Every slot present was created once. */
    public static SlotCensus of(RecordStamp parent) {
        return new SlotCensus(
                parent.children(), (parent.childChanges() - parent.children()) / 2, parent.childrenChanged());
    }
}
