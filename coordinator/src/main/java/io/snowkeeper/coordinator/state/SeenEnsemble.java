package io.snowkeeper.coordinator.state;

import io.snowkeeper.coordinator.fleet.SlotStamp;

/**
 * What a node has seen of ZooKeeper's data, by which its next process knows data that are older: never more than was really there, and
 * less only by what came since the state was written last.
 *
 * @param transaction the latest transaction that it has seen
 * @param slotCreated the transaction that made the slot
 * @param slotWritten the transaction that wrote the slot last, ours
 * @param restores how many times the fleet's record of restores says that older data were put back
 */
public record SeenEnsemble(long transaction, long slotCreated, long slotWritten, int restores) {

    /** Returns the slot's stamp, as far as it is compared. */
    public SlotStamp slot() {
        return new SlotStamp(slotCreated, slotWritten, 0);
    }
}
