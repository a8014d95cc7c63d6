package io.snowkeeper.coordinator.fleet;

import java.util.Optional;

/**
 * A slot and its fences as they were found, and as they must still be when the slot is taken.
 *
 * @param slot empty if there was none
 * @param fences as they were before the slot was read
 */
public record ExpectedSlot(long workerId, Optional<Slot> slot, SlotFences fences) {

    public static ExpectedSlot noSlot(long workerId) {
        return new ExpectedSlot(workerId, Optional.empty(), SlotFences.NONE);
    }
}
