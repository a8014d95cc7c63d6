package io.snowkeeper.coordinator.state;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.snowkeeper.coordinator.store.RecordStamp;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The newest of ZooKeeper's data that a node has seen, by which its next process detects older data: never more than
 * really existed, and behind only by changes since the state was last written.
 *
 * @param transaction the latest transaction that it has seen
 * @param slotCreated the transaction that made the slot
 * @param slotWritten the transaction that wrote the slot last, ours
 * @param restored when the last restore of older data in the fleet's record was found; null if there was none
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
