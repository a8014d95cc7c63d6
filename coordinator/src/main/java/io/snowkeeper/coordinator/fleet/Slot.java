package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.store.RecordStamp;

/**
 * A worker id's slot as it was read or written.
 *
 * @param version the record's version, a condition of the next write
 * @param stamp when the slot was made, and written like this
 */
public record Slot(long workerId, int version, SlotRecord record, SlotStamp stamp) {

    public static Slot of(long workerId, SlotRecord record, RecordStamp stamp) {
        return new Slot(workerId, stamp.version(), record, SlotStamp.of(stamp));
    }

    /** Returns the write that has left it so. */
    public RecordStamp.Write write() {
        return new RecordStamp.Write(stamp.created(), version, stamp.written());
    }

    public long reservedUntilMillis() {
        return record.reservedUntilMillis();
    }
}
