package io.snowkeeper.coordinator.zookeeper;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Payload of a worker id's slot.
 *
 * @param owner name of the claim that has, or last had, the worker id
 * @param node the owner's node name, for people
 * @param reservedUntil the last millisecond that the owner may issue
 */
record SlotRecord(String owner, String node, Instant reservedUntil) {

    SlotRecord {
        requireNonNull(owner, "owner");
        requireNonNull(node, "node");
        CountableTime.require("reservedUntil", reservedUntil);
    }

    long reservedUntilMillis() {
        return reservedUntil.toEpochMilli();
    }
}
