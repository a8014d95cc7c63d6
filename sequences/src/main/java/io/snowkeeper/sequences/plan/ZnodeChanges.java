package io.snowkeeper.sequences.plan;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.NumberSet;
import io.snowkeeper.sequences.record.ReturnedNumbers.Part;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The znodes that a draft changes beside the state: those that are created and deleted for one command, those that are
 * rewritten for all of them, and the registry's. A payload may change again until the draft is sealed.
 */
public final class ZnodeChanges {

    /** The size of an operation beside its path and its payload: framing, the fleet's root, and the access list. */
    private static final int OPERATION_BYTES = 120;

    /** The stamp of a new record: its version is known, and another write of it needs no more. */
    private static final RecordStamp CREATED = new RecordStamp(0, 0, 0, 0, 0, 0, 0, 0, 0);

    private final Draft draft;
    private final Map<String, Rewrite> rewrites = new LinkedHashMap<>();
    private final Map<String, byte[]> creates = new LinkedHashMap<>();
    private final Map<String, Integer> deletes = new LinkedHashMap<>();
    private final List<Change> claims = new ArrayList<>();
    private final Map<String, Command<?>> neededBy = new HashMap<>();
    private final Map<String, NumberSet> parts = new HashMap<>();
    private int bytes;

    /**
     * A record as the draft leaves it.
     *
     * @param kept its content, to be changed again: bytes, or an object for JSON
     * @param maxBytes how many bytes the payload has at the most
     * @param creates whether the record is not there yet
     */
    private record Rewrite(Object kept, int maxBytes, boolean creates) {

        byte[] encoded() {
            return kept instanceof byte[] bytes ? bytes : PayloadCodec.encode(kept);
        }
    }

    ZnodeChanges(Draft draft) {
        this.draft = draft;
    }

    boolean isEmpty() {
        return rewrites.isEmpty() && creates.isEmpty() && deletes.isEmpty() && claims.isEmpty();
    }

    /** Returns how many bytes they take in the transaction at the most. */
    int bytes() {
        return bytes;
    }

    /** Returns how many znodes are created and deleted. */
    int operations() {
        return creates.size() + deletes.size();
    }

    public void create(String path, Object payload) {
        create(path, PayloadCodec.encode(payload));
    }

    private void create(String path, byte[] data) {
        count(path, data.length);
        creates.put(path, data);
    }

    /** Creates a parent without a payload, if it is not there. */
    public void ensureParent(String path) {
        if (!creates.containsKey(path) && draft.read(path).isEmpty()) {
            create(path, new byte[0]);
        }
    }

    public void delete(String path) {
        delete(path, StoreSession.ANY_VERSION);
    }

    private void delete(String path, int version) {
        count(path, 0);
        deletes.put(path, version);
    }

    /** Returns whether the draft deletes a znode. */
    public boolean isDeleted(String path) {
        return deletes.containsKey(path);
    }

    /** Adds changes of the registry of ranges, as they are. */
    public void claim(Command<?> command, List<Change> changes) {
        for (Change change : changes) {
            int payload = change instanceof Change.Set set
                    ? set.payload().length
                    : change instanceof Change.Create create ? create.payload().length : 0;
            count(change.path(), payload);
            neededBy.put(change.path(), command);
            claims.add(change);
        }
    }

    /** Returns whether the draft changes the registry of ranges. */
    public boolean claims() {
        return !claims.isEmpty();
    }

    /** Returns a bucket as the draft leaves it; empty if it does not exist. */
    public Optional<BucketRecord> bucket(long bucket) {
        String path = bucketPath(bucket);
        return rewritten(path) instanceof BucketRecord changed
                ? Optional.of(changed)
                : draft.read(path).map(record -> record.as(BucketRecord.class));
    }

    public void bucket(long bucket, BucketRecord changed) {
        rewrite(bucketPath(bucket), changed, changed.maxBytes(), false);
    }

    void newBucket(long bucket, BucketRecord first) {
        rewrite(bucketPath(bucket), first, first.maxBytes(), true);
    }

    /** Returns whether a bucket is rewritten anyway. */
    public boolean rewrites(long bucket) {
        return rewrites(bucketPath(bucket));
    }

    /**
     * Returns a part of the returned numbers, as the draft leaves it.
     *
     * @param told the part by the state
     * @throws PlanAgainException if it is not read yet, or does not match the state: then the state is older than it
     */
    NumberSet part(String path, Part told) {
        if (rewritten(path) instanceof NumberSet changed) {
            return changed;
        }
        NumberSet part = parts.get(path);
        if (part == null) {
            part = draft.read(path).map(record -> record.as(NumberSet.class)).orElse(NumberSet.EMPTY);
            if (part.isEmpty() || !Part.of(told.id(), part).equals(told)) {
                throw draft.becomeStale();
            }
            parts.put(path, part);
        }
        return part;
    }

    void rewritePart(String path, NumberSet numbers, int maxBytes) {
        rewrite(path, numbers, maxBytes, false);
    }

    void createPart(String path, NumberSet numbers, int maxBytes) {
        // Its id may be that of one which the draft has emptied.
        rewrite(path, numbers, maxBytes, deletes.remove(path) == null);
    }

    void deletePart(String path) {
        if (!drop(path)) {
            delete(path, version(path));
        }
    }

    /** Removes a part, whatever it contains. */
    void dropPart(String path) {
        if (!drop(path)) {
            delete(path);
        }
    }

    /** Writes a segment of the ledger. Its size was counted as its entries were added. */
    void rewriteSegment(String path, byte[] payload, boolean creates) {
        put(path, new Rewrite(payload, payload.length, creates));
    }

    /** Counts the size of a record that is rewritten later. */
    void countRewritten(String path, int payload) {
        bytes += OPERATION_BYTES + path.length() + payload;
    }

    void countMore(int more) {
        bytes += more;
    }

    boolean rewrites(String path) {
        return rewrites.containsKey(path);
    }

    /** Adds the writes made for all commands. */
    void addRewrites(List<Change> changes) {
        rewrites.forEach((path, rewrite) -> {
            byte[] data = rewrite.encoded();
            changes.add(rewrite.creates() ? new Change.Create(path, data) : new Change.Set(path, data, version(path)));
        });
    }

    /**
     * Adds the changes made for single commands.
     *
     * @param needs gets the command that needs each change
     */
    void addOthers(List<Change> changes, List<@Nullable Command<?>> needs) {
        List<Change> others = new ArrayList<>();
        creates.forEach((path, data) -> others.add(new Change.Create(path, data)));
        deletes.forEach((path, version) -> others.add(new Change.Delete(path, version)));
        others.addAll(claims);
        others.forEach(change -> {
            changes.add(change);
            needs.add(neededBy.get(change.path()));
        });
    }

    /**
     * Updates a cache with the written changes.
     *
     * @param stamps those of the rewritten records, in the order of {@link #addRewrites}
     */
    void applyTo(Map<String, Optional<StoredRecord>> cache, List<@Nullable RecordStamp> stamps) {
        cache.keySet().removeAll(creates.keySet());
        cache.keySet().removeAll(deletes.keySet());
        int change = 0;
        for (Map.Entry<String, Rewrite> rewrite : rewrites.entrySet()) {
            String path = rewrite.getKey();
            cache.remove(path);
            RecordStamp written = stamps.get(change++);
            RecordStamp stamp = written == null && rewrite.getValue().creates() ? CREATED : written;
            if (stamp != null) {
                byte[] data = rewrite.getValue().encoded();
                cache.put(path, Optional.of(new StoredRecord(path, data, stamp)));
            }
        }
    }

    private void count(String path, int payload) {
        bytes += OPERATION_BYTES + path.length() + payload;
        List<Command<?>> planned = draft.planned();
        if (!planned.isEmpty()) {
            neededBy.putIfAbsent(path, planned.get(planned.size() - 1));
        }
    }

    private @Nullable Object rewritten(String path) {
        Rewrite rewrite = rewrites.get(path);
        return rewrite == null ? null : rewrite.kept();
    }

    private void rewrite(String path, Object kept, int maxBytes, boolean creates) {
        Rewrite before = put(path, new Rewrite(kept, maxBytes, creates));
        bytes += before == null ? OPERATION_BYTES + path.length() + maxBytes : maxBytes - before.maxBytes();
    }

    /** Writes a record, in place of its earlier plan. Returns that, null if it was to stay. */
    private @Nullable Rewrite put(String path, Rewrite rewrite) {
        Rewrite before = rewrites.get(path);
        boolean creates = before == null ? rewrite.creates() : before.creates();
        rewrites.put(path, new Rewrite(rewrite.kept(), rewrite.maxBytes(), creates));
        return before;
    }

    /** Drops the planned write of a record. Returns whether it would have been created. */
    private boolean drop(String path) {
        Rewrite dropped = rewrites.remove(path);
        return dropped != null && dropped.creates();
    }

    /** Returns a record's version as it was read. */
    private int version(String path) {
        return draft.read(path).orElseThrow().stamp().version();
    }

    private String bucketPath(long bucket) {
        return SequencePaths.pendingBucket(draft.sequence(), draft.incarnation(), bucket);
    }
}
