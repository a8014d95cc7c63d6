package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;

/**
 * A record at one moment.
 *
 * @param childrenMade how many children were ever made, which numbers those that ask for a number; 2^31 - 1 at the most
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

    /** Once as many children were made as can be counted, a further one is none to its parent's counters. */
    Node withChild(long transaction) {
        return childrenMade == Integer.MAX_VALUE
                ? withChildren(1, childrenMade, stamp.childrenChanged())
                : withChildren(1, childrenMade + 1, transaction);
    }

    Node withoutChild(long transaction) {
        return withChildren(-1, childrenMade, transaction);
    }

    private Node withChildren(int more, int made, long changed) {
        int children = stamp.children() + more;
        return with(stamp.version(), made, children, changed);
    }

    /** Returns the node after it was written, and had children made, that often. */
    Node aged(int version, int made) {
        return with(version, made, stamp.children(), stamp.childrenChanged());
    }

    private Node with(int version, int made, int children, long changed) {
        return new Node(
                payload,
                new RecordStamp(
                        version,
                        stamp.created(),
                        stamp.written(),
                        changed,
                        stamp.createdMillis(),
                        stamp.writtenMillis(),
                        // Children that were made and are missing were deleted.
                        2 * made - children,
                        children,
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
