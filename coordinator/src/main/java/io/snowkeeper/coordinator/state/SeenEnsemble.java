package io.snowkeeper.coordinator.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.coordinator.store.RecordStamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a node has seen of ZooKeeper's data, by which its next process knows data that are older: never more than was really there, and
 * less only by what came since the state was written last.
 *
 * @param transaction the latest transaction that it has seen
 * @param slotCreated the transaction that made the slot
 * @param slotWritten the transaction that wrote the slot last, ours
 * @param restored when the last restore of older data was found that the fleet's record tells of; null if there was none
 */
public record SeenEnsemble(
        long transaction,
        long slotCreated,
        long slotWritten,

        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant restored) {

    /** Returns the write of the slot, whose version is in the state. */
    public RecordStamp.Write slot(int version) {
        return new RecordStamp.Write(slotCreated, version, slotWritten);
    }
}
