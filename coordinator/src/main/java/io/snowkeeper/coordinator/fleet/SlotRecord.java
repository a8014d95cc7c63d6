package io.snowkeeper.coordinator.fleet;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Payload of a worker id's slot.
 *
 * @param owner name of the claim that has, or last had, the worker id
 * @param node the owner's node name, for people
 * @param reservedUntil the last millisecond that the owner may issue
 */
public record SlotRecord(String owner, String node, Instant reservedUntil) {

    /** No claim is called so: ZooKeeper appends a number to their names. */
    private static final String RETIRED = "retired";

    public SlotRecord {
        requireNonNull(owner, "owner");
        requireNonNull(node, "node");
        TimeRange.require("reservedUntil", reservedUntil);
    }

    /**
     * Returns this slot, taken out of use for good: nobody lives under this owner's name, and the reservation passes only
     * when no layout has time left. Whoever held the slot has lost it, as to any other taker.
     */
    public SlotRecord retired() {
        return new SlotRecord(RETIRED, node, TimeRange.LATEST);
    }

    public boolean wasRetired() {
        return owner.equals(RETIRED);
    }

    public long reservedUntilMillis() {
        return reservedUntil.toEpochMilli();
    }
}
