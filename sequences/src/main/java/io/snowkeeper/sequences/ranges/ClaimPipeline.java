package io.snowkeeper.sequences.ranges;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The claims of this node that are written, and not answered yet. The next one is planned on their result without
 * waiting: it is written on the condition that the one before was done, by a record of its own that this one creates. A
 * version would not do, since another node's write may leave the same one. Thread-safe.
 */
final class ClaimPipeline {

    private final Map<String, StoredRecord> left = new HashMap<>();

    /** The records created by unanswered writes, which later writes may be planned on. */
    private final Set<String> underWay = new HashSet<>();

    /** The record created by the last write, null if all were answered. */
    private @Nullable String last;

    /** How many writes were not done, as far as is known. */
    private long failed;

    /** Begins a plan. Returns the number to pass when it is written. */
    synchronized long begin() {
        return failed;
    }

    /** Returns a record as the writes under way leave it; empty if they leave it as it is. */
    synchronized Optional<StoredRecord> read(String path) {
        return Optional.ofNullable(left.get(path));
    }

    /**
     * Returns whether a record is created by a write that is under way. A read cannot answer that then: it may overtake
     * the write.
     */
    synchronized boolean isUnderWay(String created) {
        return underWay.contains(created);
    }

    /**
     * Notes a write that is about to be sent.
     *
     * @param begun as {@link #begin} has returned it
     * @param created a record that the write creates, and no other one ever does
     * @return the changes, and that the write before must have been done
     * @throws NoAnswerException if a write was not done meanwhile: this one may be planned on it
     */
    synchronized List<Change> send(long begun, String created, List<Change> changes) {
        if (begun != failed) {
            throw new NoAnswerException("a claim before was not done");
        }
        List<Change> conditional = new ArrayList<>(changes);
        if (last != null) {
            conditional.add(new Change.Check(last, StoreSession.ANY_VERSION));
        }
        last = created;
        underWay.add(created);
        for (Change change : changes) {
            if (change instanceof Change.Set set) {
                left.put(set.path(), record(set.path(), set.payload(), set.version() + 1));
            } else if (change instanceof Change.Create create) {
                left.put(create.path(), record(create.path(), create.payload(), 0));
            }
        }
        return conditional;
    }

    private static StoredRecord record(String path, byte[] payload, int version) {
        return new StoredRecord(path, payload, new RecordStamp(version, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    /** Notes that a write was done. The last one's record can be read then. */
    synchronized void done(String created) {
        underWay.remove(created);
        if (created.equals(last)) {
            last = null;
            left.clear();
        }
    }

    /** Notes that a write was not done, or that it is not known: nothing is planned on it any more. */
    synchronized void failed() {
        failed++;
        last = null;
        left.clear();
        underWay.clear();
    }
}
