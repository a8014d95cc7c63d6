package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.store.RecordStamp;

/**
 * The stamp of a slot: when it was made and written last. The higher transaction marks the newer of two states of one
 * slot, even if the slot was deleted and made again between.
 *
 * @param created the transaction that made it
 * @param written the transaction that wrote it last
 * @param createdMillis when it was made, in Unix milliseconds by the store's clock
 */
public record SlotStamp(long created, long written, long createdMillis) {

    static SlotStamp of(RecordStamp stamp) {
        return new SlotStamp(stamp.created(), stamp.written(), stamp.createdMillis());
    }
}
