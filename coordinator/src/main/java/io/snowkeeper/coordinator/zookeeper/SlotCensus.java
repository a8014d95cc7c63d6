package io.snowkeeper.coordinator.zookeeper;

import org.apache.zookeeper.data.Stat;

/**
 * How many slots there are, and how many there once were. The fleet itself never deletes a slot; if a hand did, a missing
 * slot no longer proves that nobody has its worker id.
 *
 * @param changedZxid the transaction that made or deleted one last
 */
record SlotCensus(int present, int deleted, long changedZxid) {

    /** The parent's child version counts its children's creations and deletions; what is there was created once. */
    static SlotCensus of(Stat parent) {
        return new SlotCensus(
                parent.getNumChildren(), (parent.getCversion() - parent.getNumChildren()) / 2, parent.getPzxid());
    }
}
