package io.snowkeeper.coordinator.zookeeper;

/**
 * A worker id's slot as it was read or written.
 *
 * @param version the znode's version, the condition of the next write
 */
record Slot(long workerId, int version, SlotRecord record) {

    long reservedUntilMillis() {
        return record.reservedUntilMillis();
    }
}
