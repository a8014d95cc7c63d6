package io.snowkeeper.coordinator.fleet;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.StoredRecord;
import java.util.Optional;

/**
 * The record of restores as it was read.
 *
 * @param version the znode's; empty if there is none
 */
public record StoredRestores(RestoreRecord record, Optional<Integer> version) {

    public static StoredRestores of(Optional<StoredRecord> znode) {
        return new StoredRestores(
                znode.map(found -> found.as(RestoreRecord.class)).orElse(RestoreRecord.NONE),
                znode.map(found -> found.stamp().version()));
    }

    /** Returns the change that writes the record, if it still is as it was read. */
    public Change become(RestoreRecord changed) {
        byte[] payload = PayloadCodec.encode(changed);
        return version.isPresent()
                ? new Change.Set(FleetPaths.RESTORES, payload, version.get())
                : new Change.Create(FleetPaths.RESTORES, payload);
    }
}
