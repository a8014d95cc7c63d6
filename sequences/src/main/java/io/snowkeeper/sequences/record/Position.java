package io.snowkeeper.sequences.record;

import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;

/**
 * A sequence's state as this node knows it, with the data for writing it.
 *
 * @param incarnation the incarnation it belongs to
 * @param created the transaction that created the znode: its versions begin again if it is created again
 * @param version the znode's version
 * @param written the transaction that wrote it last
 * @param writtenMillis when the state was written, in Unix milliseconds by the store's clock
 * @param record the state
 * @param knownSince when the read or write that returned it was sent; the state is at least as new, if it is confirmed
 * @param confirmed whether a majority of ZooKeeper's servers took part in it: one alone may lag behind the others
 */
public record Position(
        String incarnation,
        long created,
        int version,
        long written,
        long writtenMillis,
        SequenceRecord record,
        long knownSince,
        boolean confirmed) {

    /** Returns the result of a read that was not confirmed. */
    public static Position of(String incarnation, StoredRecord state, long knownSince) {
        return of(incarnation, state, knownSince, false);
    }

    public static Position of(String incarnation, StoredRecord state, long knownSince, boolean confirmed) {
        return new Position(
                incarnation,
                state.stamp().created(),
                state.stamp().version(),
                state.stamp().written(),
                state.stamp().writtenMillis(),
                state.as(SequenceRecord.class),
                knownSince,
                confirmed);
    }

    /**
     * Returns the position after a write of ours.
     *
     * @param stamp the state's since then
     */
    public Position after(SequenceRecord newRecord, RecordStamp stamp, long sent) {
        return new Position(
                incarnation, created, version + 1, stamp.written(), stamp.writtenMillis(), newRecord, sent, true);
    }

    public Position with(SequenceRecord completed) {
        return new Position(incarnation, created, version, written, writtenMillis, completed, knownSince, confirmed);
    }

    /** Returns whether the state was this one before it was the other, or would follow another state than that. */
    public boolean isOlderThan(Position other) {
        return write().isOlderThan(other.write());
    }

    public RecordStamp.Write write() {
        return new RecordStamp.Write(created, version, written);
    }
}
