package io.snowkeeper.coordinator.fleet;

import java.util.Optional;

/**
 * A slot as somebody found it who means to take it, and as it must still be when that is done.
 *
 * @param slot empty if there was none
 * @param fences as they were before the slot was read
 */
public record Expected(long workerId, Optional<Slot> slot, Fences fences) {

    public static Expected noSlot(long workerId) {
        return new Expected(workerId, Optional.empty(), Fences.NONE);
    }
}
