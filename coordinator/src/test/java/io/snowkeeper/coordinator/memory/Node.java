package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;

/**
 * A record at one moment.
 *
 * @param childrenMade how many children were ever made, which numbers those that ask for a number; wraps
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record Node(byte[] payload, RecordStamp stamp, int childrenMade) {

    static Node made(byte[] payload, long transaction, long millis, long session) {
        return new Node(
                payload.clone(),
                new RecordStamp(0, transaction, transaction, transaction, millis, millis, 0, 0, session),
                0);
    }

    Node written(byte[] next, long transaction, long millis) {
        return new Node(
                next.clone(),
                new RecordStamp(
                        stamp.version() + 1,
                        stamp.created(),
                        transaction,
                        stamp.childrenChanged(),
                        stamp.createdMillis(),
                        millis,
                        stamp.childChanges(),
                        stamp.children(),
                        stamp.session()),
                childrenMade);
    }

    Node withChild(long transaction) {
        return withChildren(1, childrenMade + 1, transaction);
    }

    Node withoutChild(long transaction) {
        return withChildren(-1, childrenMade, transaction);
    }

    private Node withChildren(int more, int made, long transaction) {
        return new Node(
                payload,
                new RecordStamp(
                        stamp.version(),
                        stamp.created(),
                        stamp.written(),
                        transaction,
                        stamp.createdMillis(),
                        stamp.writtenMillis(),
                        stamp.childChanges() + 1,
                        stamp.children() + more,
                        stamp.session()),
                made);
    }

    boolean isEphemeral() {
        return stamp.session() != 0;
    }

    StoredRecord read(String path) {
        return new StoredRecord(path, payload.clone(), stamp);
    }
}
