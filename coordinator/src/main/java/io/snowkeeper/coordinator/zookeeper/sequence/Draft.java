package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.SequenceException;
import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.zookeeper.PayloadCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The next write of a sequence while it is put together from several intents. */
final class Draft {

    /** ZooKeeper takes requests of up to 1 MiB; an operation of ours is some hundred bytes as a rule. */
    private static final int MAX_OPERATIONS = 500;

    /** Leaves room for the state and for one more grant, each of thousands of runs. */
    private static final int MAX_BYTES = 256 * 1024;

    private final String sequence;
    private final Position base;
    private final ReadCache cache;
    private final boolean readsFirst;
    private final Set<String> missing = new LinkedHashSet<>();
    private final List<Promise> promises = new ArrayList<>();
    private final List<Intent<?>> told = new ArrayList<>();
    private final Map<String, byte[]> creates = new LinkedHashMap<>();
    private final Set<String> deletes = new LinkedHashSet<>();
    private final Map<Long, BucketRecord> buckets = new HashMap<>();
    private final Set<Long> newBuckets = new LinkedHashSet<>();
    private final Map<String, Grant> keyed = new HashMap<>();
    private SequenceRecord record;
    private boolean deleting;
    private boolean ended;
    private int bytes;

    /** @param readsFirst whether intents must read what they usually take for granted */
    Draft(String sequence, Position base, ReadCache cache, boolean readsFirst) {
        this.sequence = sequence;
        this.base = base;
        this.cache = cache;
        this.readsFirst = readsFirst;
        this.record = base.record();
    }

    String sequence() {
        return sequence;
    }

    String incarnation() {
        return base.incarnation();
    }

    Position base() {
        return base;
    }

    SequenceRecord record() {
        return record;
    }

    void update(SequenceRecord changed) {
        record = changed;
    }

    boolean readsFirst() {
        return readsFirst;
    }

    /**
     * Returns a znode as it was read.
     *
     * @throws NotReadException if it is not read yet
     * @throws ReadDeniedException if it may not be read
     */
    Optional<Znode> read(String path) {
        SequenceUnavailableException denial = cache.denial(path);
        if (denial != null) {
            throw new ReadDeniedException(denial);
        }
        if (!cache.knows(path)) {
            missing.add(path);
            throw new NotReadException();
        }
        return cache.get(path);
    }

    /** Called instead of throwing {@link NotReadException}, by who goes on to find what else is to be read. */
    void retryOnceRead() {
        if (missing.isEmpty()) {
            throw new IllegalStateException("nothing is missing");
        }
    }

    void create(String path, Object payload) {
        byte[] data = PayloadCodec.encode(payload);
        bytes += path.length() + data.length;
        creates.put(path, data);
    }

    /** Creates a parent without a payload, if it is not there. */
    void ensureParent(String path) {
        if (!creates.containsKey(path) && read(path).isEmpty()) {
            creates.put(path, new byte[0]);
        }
    }

    void delete(String path) {
        deletes.add(path);
    }

    /** Returns whether the draft deletes a znode. */
    boolean isDeleted(String path) {
        return deletes.contains(path);
    }

    /** Returns a bucket as the draft leaves it; empty if it does not exist. */
    Optional<BucketRecord> bucket(long bucket) {
        BucketRecord changed = buckets.get(bucket);
        if (changed != null) {
            return Optional.of(changed);
        }
        return read(bucketPath(bucket)).map(znode -> znode.as(BucketRecord.class));
    }

    void bucket(long bucket, BucketRecord changed) {
        buckets.put(bucket, changed);
    }

    void newBucket(long bucket, BucketRecord first) {
        newBuckets.add(bucket);
        buckets.put(bucket, first);
    }

    /** Deletes the sequence. */
    void deleteSequence() {
        deleting = true;
        end();
    }

    void promise(Promise promise) {
        promises.add(promise);
    }

    /** Answers an intent once the draft is written. */
    <T> void promise(Intent<T> intent, T answer) {
        promise(Promise.of(() -> intent.answer().complete(answer)));
    }

    /** Refuses an intent once the draft is written, or at once if it changes nothing. */
    void refuse(Intent<?> intent, SequenceException refusal) {
        tell(intent, () -> intent.answer().completeExceptionally(refusal));
    }

    /** Answers an intent by what the state is: once the draft is written, or at once if it changes nothing. */
    void tell(Intent<?> intent, Promise.Keep keep) {
        told.add(intent);
        promise(Promise.of(keep));
    }

    /** Returns what an intent of this draft with the same key gets, null if there is none. */
    @Nullable
    Grant sameKey(String keyPath) {
        return keyed.get(keyPath);
    }

    void keyed(String keyPath, Grant grant) {
        keyed.put(keyPath, grant);
    }

    /** Returns whether somebody is told of a state that may be older than what he knows. */
    boolean tellsByOldState() {
        return told.stream().anyMatch(intent -> intent.arrivedAfter(base.knownSince()));
    }

    Set<String> missing() {
        return missing;
    }

    List<Promise> promises() {
        return promises;
    }

    /** Takes no more intents. */
    void end() {
        ended = true;
    }

    boolean isFull() {
        return ended
                || bytes >= MAX_BYTES
                || creates.size() + deletes.size() >= MAX_OPERATIONS
                || missing.size() >= MAX_OPERATIONS;
    }

    /** Returns whether there is nothing to write. Numbers that are given must be written, even if the state stays as it is. */
    boolean isUnchanged() {
        return record.equals(base.record())
                && creates.isEmpty()
                && deletes.isEmpty()
                && buckets.isEmpty()
                && !deleting
                && promises.stream().allMatch(promise -> promise.numbers().isEmpty());
    }

    boolean deletesSequence() {
        return deleting;
    }

    Map<String, byte[]> creates() {
        return creates;
    }

    Set<String> deletes() {
        return deletes;
    }

    Map<Long, BucketRecord> buckets() {
        return buckets;
    }

    boolean isNewBucket(long bucket) {
        return newBuckets.contains(bucket);
    }

    /** Returns a bucket's version as it was read. */
    int bucketVersion(long bucket) {
        return read(bucketPath(bucket)).orElseThrow().stat().getVersion();
    }

    String bucketPath(long bucket) {
        return SequencePaths.pendingBucket(sequence, base.incarnation(), bucket);
    }
}
