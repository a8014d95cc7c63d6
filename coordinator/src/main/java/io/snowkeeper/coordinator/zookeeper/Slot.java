package io.snowkeeper.coordinator.zookeeper;

/**
 * A worker id's slot as it was read or written.
 *
 * @param version the znode's version, a condition of the next write
 * @param stamp when the znode was made, and written like this
 */
record Slot(long workerId, int version, SlotRecord record, ZnodeStamp stamp) {

    long reservedUntilMillis() {
        return record.reservedUntilMillis();
    }
}
