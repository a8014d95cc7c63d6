package io.snowkeeper.coordinator.sequence.plan;

import io.snowkeeper.coordinator.sequence.record.BucketRecord;
import io.snowkeeper.coordinator.sequence.record.LastGrant;
import io.snowkeeper.coordinator.sequence.record.NameRecord;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.sequence.record.Position;
import io.snowkeeper.coordinator.sequence.record.Znode;
import io.snowkeeper.coordinator.sequence.access.AsyncTree;

import io.snowkeeper.coordinator.sequence.NumberRange;
import io.snowkeeper.coordinator.store.PayloadCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.jspecify.annotations.Nullable;

/**
 * A draft as it is sent: a transaction whose first operation is the conditional write of the state.
 *
 * @param token what it leaves in the state, to be recognised by
 * @param record the state that it leaves
 * @param needs of each operation, the intent that alone needs it; null for what all share
 * @param renews whether the state's znode is made anew, so that versions begin again
 */
public record Write(
        Draft draft,
        String token,
        SequenceRecord record,
        List<Op> operations,
        List<@Nullable Intent<?>> needs,
        boolean renews) {

    /** @param renewAt the version from which on the state's znode is made anew: versions are of 32 bits, and must not wrap */
    public static Write seal(Draft draft, String token, AsyncTree tree, int renewAt) {
        SequenceRecord record = draft.record().withGrant(grant(draft, token));
        boolean renews = draft.base().version() >= renewAt;
        List<Op> operations = new ArrayList<>();
        addState(draft, record, renews, tree, operations);
        addBuckets(draft, tree, operations);
        List<@Nullable Intent<?>> needs = new ArrayList<>(Collections.nCopies(operations.size(), null));
        draft.creates().forEach((path, data) -> {
            operations.add(tree.create(path, data));
            needs.add(draft.neededBy(path));
        });
        draft.deletes().forEach(path -> {
            operations.add(tree.delete(path));
            needs.add(draft.neededBy(path));
        });
        return new Write(draft, token, record, List.copyOf(operations), needs, renews);
    }

    public Position base() {
        return draft.base();
    }

    /** Returns what must be known of it until it is known what became of it. */
    public SentWrite sent() {
        return new SentWrite(
                base().incarnation(),
                base().created(),
                base().version(),
                token,
                draft.deletesSequence(),
                record.taken(),
                List.copyOf(draft.promises()));
    }

    /** Returns the intent that alone needs an operation, null if there is none such. */
    @Nullable
    public Intent<?> neededBy(int operation) {
        return operation < 0 || operation >= needs.size() ? null : needs.get(operation);
    }

    /** Brings the cache up to what this write has changed, now that it was done. */
    public void applyTo(ReadCache cache, List<OpResult> results) {
        cache.forget(draft.creates().keySet());
        cache.forget(draft.deletes());
        int operation = firstBucketOperation();
        for (Map.Entry<Long, BucketRecord> bucket : draft.buckets().entrySet()) {
            String path = draft.bucketPath(bucket.getKey());
            cache.forget(List.of(path));
            if (results.get(operation) instanceof OpResult.SetDataResult set) {
                cache.put(path, Optional.of(new Znode(path, PayloadCodec.encode(bucket.getValue()), set.getStat())));
            }
            operation++;
        }
    }

    private int firstBucketOperation() {
        return renews || draft.deletesSequence() ? 2 : 1;
    }

    private static void addState(
            Draft draft, SequenceRecord record, boolean renews, AsyncTree tree, List<Op> operations) {
        String state = SequencePaths.state(draft.sequence(), draft.incarnation());
        int version = draft.base().version();
        if (draft.deletesSequence()) {
            operations.add(tree.delete(state, version));
            operations.add(
                    tree.set(SequencePaths.name(draft.sequence()), PayloadCodec.encode(new NameRecord(null)), -1));
        } else if (renews) {
            operations.add(tree.delete(state, version));
            operations.add(tree.create(state, PayloadCodec.encode(record)));
        } else {
            operations.add(tree.set(state, PayloadCodec.encode(record), version));
        }
    }

    private static void addBuckets(Draft draft, AsyncTree tree, List<Op> operations) {
        for (Map.Entry<Long, BucketRecord> bucket : draft.buckets().entrySet()) {
            String path = draft.bucketPath(bucket.getKey());
            byte[] data = PayloadCodec.encode(bucket.getValue());
            operations.add(
                    draft.isNewBucket(bucket.getKey())
                            ? tree.create(path, data)
                            : tree.set(path, data, draft.bucketVersion(bucket.getKey())));
        }
    }

    private static LastGrant grant(Draft draft, String token) {
        @Nullable Long first = null;
        long count = 0;
        for (Promise promise : draft.promises()) {
            for (NumberRange run : promise.numbers()) {
                first = first == null ? Long.valueOf(run.from()) : first;
                count += run.size();
            }
        }
        return new LastGrant(token, first == null ? 0 : first, count);
    }
}
