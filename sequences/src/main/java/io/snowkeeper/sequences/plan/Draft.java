package io.snowkeeper.sequences.plan;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.NumberSet;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.ReturnedNumbers.Part;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The next write of a sequence while it is put together from several commands. */
public final class Draft implements Plan {

    private static final int MAX_OPERATIONS = 500;

    /**
     * Leaves room for the state and for one more grant of thousands of runs: by this a draft is filled, and what it takes
     * as it is sent is compared with {@link io.snowkeeper.coordinator.store.CoordinationStore#maxWriteBytes}.
     */
    private static final int MAX_BYTES = 512 * 1024;

    /** For commands that need little more than others before them. */
    private static final int SMALL_BYTES = 128 * 1024;

    /** What an operation takes beside its path and its payload: framing, the fleet's root, and who has which rights. */
    private static final int OPERATION_BYTES = 120;

    private final String sequence;
    private final Position base;
    private final Map<String, Optional<StoredRecord>> cache;
    private final boolean readsFirst;
    private final int limit;
    private final StateLimits limits;
    private final Allocation allocation;
    private final Set<String> missing = new LinkedHashSet<>();
    private final List<CommitAction> actions = new ArrayList<>();
    private final List<Command<?>> told = new ArrayList<>();
    private final List<Command<?>> planned = new ArrayList<>();
    private final Map<String, Command<?>> neededBy = new HashMap<>();
    private final Map<String, byte[]> creates = new LinkedHashMap<>();
    private final Map<String, Integer> deletes = new LinkedHashMap<>();
    private final List<Change> claims = new ArrayList<>();
    private final List<Change> leaves = new ArrayList<>();
    private final Map<String, NumberSet> parts = new HashMap<>();
    private final Map<String, Grant> keyed = new HashMap<>();
    private final ReservedNumbers reserved;
    private SequenceRecord record;

    /** Null as long as nothing is added to the ledger. */
    private @Nullable Postings ledger;

    /** Null as long as no record is rewritten. */
    private @Nullable Rewrites rewrites;

    private boolean deleting;
    private boolean ended;
    private boolean stale;
    private boolean toldByWriteOnly;
    private int bytes;

    /**
     * @param cache the sequence's records as far as they are known
     * @param readsFirst whether commands must read what they usually take for granted
     * @param limit how many commands, and how many operations of theirs, it has room for
     * @param limits what the state may hold
     * @param reserved the numbers of reservations, as far as they are known
     */
    public Draft(
            String sequence,
            Position base,
            Map<String, Optional<StoredRecord>> cache,
            boolean readsFirst,
            int limit,
            StateLimits limits,
            ReservedNumbers reserved) {
        this.sequence = sequence;
        this.base = base;
        this.cache = cache;
        this.readsFirst = readsFirst;
        this.limit = limit;
        this.limits = limits;
        this.record = base.record();
        this.allocation = Allocation.of(record.mode());
        this.reserved = reserved;
    }

    public String sequence() {
        return sequence;
    }

    public String incarnation() {
        return base.incarnation();
    }

    public Position base() {
        return base;
    }

    StateLimits limits() {
        return limits;
    }

    /** Returns how numbers are allocated. */
    public Allocation allocation() {
        return allocation;
    }

    /** Returns what is added to the ledger. */
    public Postings ledger() {
        if (ledger == null) {
            ledger = new Postings(this, reserved);
        }
        return ledger;
    }

    /** Returns the state that the draft leaves, with the head of its ledger. */
    SequenceRecord sealed() {
        return record.ledger() == null ? record : ledger().seal();
    }

    public SequenceRecord record() {
        return record;
    }

    public void update(SequenceRecord changed) {
        record = changed;
    }

    public boolean readsFirst() {
        return readsFirst;
    }

    /** Returns a znode as it was read. If it is not read yet, the plan of the command ends, and is made again once it is. */
    public Optional<StoredRecord> read(String path) {
        Optional<StoredRecord> known = cache.get(path);
        if (known == null) {
            missing.add(path);
            String segment = record.ledger() == null ? null : ledger().mustBeRead();
            if (segment != null && !cache.containsKey(segment)) {
                // With the rest, not after it.
                missing.add(segment);
            }
            throw new PlanAgainException();
        }
        return known;
    }

    /** Plans a command, as far as what it needs is there. */
    public void plan(Command<?> command) {
        planned.add(command);
        planPart(() -> command.plan(this));
    }

    /** Plans a part of a command, as far as what it needs is there. The other parts are planned all the same, so that all is read at once. */
    public void planPart(Runnable part) {
        try {
            part.run();
        } catch (PlanAgainException ignored) {
            // What it needs is noted.
        }
    }

    /** Returns what the plan of all commands has come to: this draft, if nothing is to be read first. */
    public Plan outcome() {
        if (stale) {
            return new NeedsState();
        }
        return missing.isEmpty() ? this : new NeedsRead(missing);
    }

    /** Returns the commands that were planned, whether they have come to something or not. */
    public List<Command<?>> planned() {
        return planned;
    }

    /** Returns how much was planned, by what the limit is of. */
    public int size() {
        return Math.max(planned.size(), operations());
    }

    private int operations() {
        return creates.size() + deletes.size();
    }

    public void create(String path, Object payload) {
        create(path, PayloadCodec.encode(payload));
    }

    private void create(String path, byte[] data) {
        count(path, data.length);
        creates.put(path, data);
    }

    private void count(String path, int payload) {
        bytes += OPERATION_BYTES + path.length() + payload;
        if (!planned.isEmpty()) {
            neededBy.putIfAbsent(path, planned.get(planned.size() - 1));
        }
    }

    /** Returns the command for which a znode is created or deleted, null if there is none. */
    @Nullable
    Command<?> neededBy(String path) {
        return neededBy.get(path);
    }

    /** Creates a parent without a payload, if it is not there. */
    public void ensureParent(String path) {
        if (!creates.containsKey(path) && read(path).isEmpty()) {
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

    /** Has changes of the registry of ranges made, as they are. */
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

    /** Returns whether the draft deletes a znode. */
    public boolean isDeleted(String path) {
        return deletes.containsKey(path);
    }

    /** Returns a bucket as the draft leaves it; empty if it does not exist. */
    public Optional<BucketRecord> bucket(long bucket) {
        return found(bucketPath(bucket), BucketRecord.class);
    }

    public void bucket(long bucket, BucketRecord changed) {
        rewrite(bucketPath(bucket), changed, () -> changed, changed.maxBytes(), false);
    }

    void newBucket(long bucket, BucketRecord first) {
        rewrite(bucketPath(bucket), first, () -> first, first.maxBytes(), true);
    }

    /**
     * Has records read that are to be known from now on.
     *
     * @throws PlanAgainException if some are not
     */
    void requireRead(Collection<String> paths) {
        List<String> unknown = paths.stream()
                .filter(path -> !rewrites(path) && !cache.containsKey(path))
                .toList();
        if (!unknown.isEmpty()) {
            missing.addAll(unknown);
            throw new PlanAgainException();
        }
    }

    /** Returns whether a record is known, as it was read or as the draft leaves it. */
    boolean knows(String path) {
        return rewrites(path) || cache.getOrDefault(path, Optional.empty()).isPresent();
    }

    /**
     * Returns a part of the numbers that came back, as the draft leaves it.
     *
     * @param told what the state tells of it
     * @throws PlanAgainException if it is not read yet, or not as the state tells: then the state is older than that
     */
    NumberSet part(String path, Part told) {
        if (rewritten(path) instanceof NumberSet changed) {
            return changed;
        }
        NumberSet part = parts.get(path);
        if (part == null) {
            part = read(path).map(record -> record.as(NumberSet.class)).orElse(NumberSet.EMPTY);
            if (part.isEmpty() || !Part.of(told.id(), part).equals(told)) {
                throw becomeStale();
            }
            parts.put(path, part);
        }
        return part;
    }

    /** Has the state read again, since a record differs from it; returns the exception to throw. */
    PlanAgainException becomeStale() {
        stale = true;
        return new PlanAgainException();
    }

    void rewritePart(String path, NumberSet numbers, int maxBytes) {
        rewrite(path, numbers, () -> numbers, maxBytes, false);
    }

    void createPart(String path, NumberSet numbers, int maxBytes) {
        // Its id may be that of one which the draft has emptied.
        rewrite(path, numbers, () -> numbers, maxBytes, deletes.remove(path) == null);
    }

    void deletePart(String path) {
        if (!rewrites().drop(path)) {
            delete(path, version(path));
        }
    }

    /** Has a part not be there, whatever is in it. */
    void dropPart(String path) {
        if (!rewrites().drop(path)) {
            delete(path);
        }
    }

    /** Has a segment of the ledger written. What it takes was counted as its entries were added. */
    void rewriteSegment(String path, byte[] payload, boolean creates) {
        rewrites().put(path, payload, () -> payload, payload.length, creates, 0);
    }

    void countRewritten(String path, int payload) {
        countMore(OPERATION_BYTES + path.length() + payload);
    }

    void countMore(int more) {
        bytes += more;
    }

    private <T> Optional<T> found(String path, Class<T> type) {
        Object changed = rewritten(path);
        return changed != null ? Optional.of(type.cast(changed)) : read(path).map(record -> record.as(type));
    }

    private void rewrite(String path, Object kept, Supplier<?> payload, int maxBytes, boolean creates) {
        bytes += rewrites().put(path, kept, payload, maxBytes, creates, OPERATION_BYTES + path.length());
    }

    /**
     * Deletes the sequence.
     *
     * @param left the changes by which something is left of it
     */
    public void deleteSequence(List<Change> left) {
        deleting = true;
        leaves.addAll(left);
        end();
    }

    public void onCommit(CommitAction action) {
        actions.add(action);
    }

    /** Answers a command once the draft is written. */
    public <T> void onCommit(Command<T> command, T answer) {
        onCommit(CommitAction.of(() -> command.answer().complete(answer)));
    }

    /** Refuses a command once the draft is written, or at once if it changes nothing. */
    public void refuse(Command<?> command, SequenceException refusal) {
        tell(command, () -> command.answer().completeExceptionally(refusal));
    }

    /** Answers a command by what the state is: once the draft is written, or at once if it changes nothing. */
    public void tell(Command<?> command, CommitAction.Keep keep) {
        told.add(command);
        onCommit(CommitAction.of(keep));
    }

    /** Returns what a command of this draft with the same key gets, null if there is none. */
    @Nullable
    public Grant sameKey(String keyPath) {
        return keyed.get(keyPath);
    }

    public void keyed(String keyPath, Grant grant) {
        keyed.put(keyPath, grant);
    }

    /**
     * Has the draft written though it may change nothing. For who is refused because something is not there that the state tells of:
     * it may have gone with a later state, which was not read; then the write is refused, and this is planned again.
     */
    public void tellByWriteOnly() {
        toldByWriteOnly = true;
    }

    /** Returns whether somebody is told of a state that may be older than what he knows. */
    public boolean tellsByOldState() {
        return told.stream().anyMatch(command -> !base.confirmed() || command.arrivedAfter(base.knownSince()));
    }

    public List<CommitAction> actions() {
        return actions;
    }

    /** Takes no more commands. */
    public void end() {
        ended = true;
    }

    /** Returns whether there is room for another command; for a small one there is longer. */
    public boolean takes(Command<?> command) {
        return planned.size() < limit && (!isFull() || (!isClosed() && command.isSmallIn(this)));
    }

    /** Returns whether there is no room for any command. */
    public boolean isClosed() {
        return ended
                || bytes >= MAX_BYTES + SMALL_BYTES
                || operations() >= Math.min(limit, MAX_OPERATIONS)
                || missing.size() >= MAX_OPERATIONS;
    }

    /** Returns whether a bucket is rewritten anyway. */
    public boolean rewrites(long bucket) {
        return rewrites(bucketPath(bucket));
    }

    /** Returns whether a command that can be done in parts should leave the rest for later. */
    public boolean isFull() {
        return bytes >= MAX_BYTES || isClosed();
    }

    /** Returns whether there is nothing to write. Numbers that are given must be written, even if the state stays as it is. */
    public boolean isUnchanged() {
        return !toldByWriteOnly
                && record.equals(base.record())
                && creates.isEmpty()
                && deletes.isEmpty()
                && (rewrites == null || rewrites.isEmpty())
                && (ledger == null || ledger.isEmpty())
                && claims.isEmpty()
                && !deleting
                && actions.stream().allMatch(action -> action.numbers().isEmpty());
    }

    public boolean deletesSequence() {
        return deleting;
    }

    Map<String, byte[]> creates() {
        return creates;
    }

    Map<String, Integer> deletes() {
        return deletes;
    }

    /** Returns the changes by which something is left of the deleted sequence. */
    List<Change> leaves() {
        return leaves;
    }

    List<Change> registryChanges() {
        return claims;
    }

    private Rewrites rewrites() {
        if (rewrites == null) {
            rewrites = new Rewrites();
        }
        return rewrites;
    }

    private boolean rewrites(String path) {
        return rewrites != null && rewrites.has(path);
    }

    private @Nullable Object rewritten(String path) {
        return rewrites == null ? null : rewrites.get(path);
    }

    void addRewrites(List<Change> changes) {
        if (rewrites != null) {
            rewrites.addTo(changes, this::version);
        }
    }

    /** Brings what is known up to what the draft has left, now that it was written. */
    void written(Map<String, Optional<StoredRecord>> known, List<@Nullable RecordStamp> stamps, SequenceRecord left) {
        if (rewrites != null) {
            rewrites.applyTo(known, stamps);
        }
        if (ledger != null) {
            ledger.written(known, left);
        }
    }

    /** Returns a record's version as it was read. */
    int version(String path) {
        return read(path).orElseThrow().stamp().version();
    }

    private String bucketPath(long bucket) {
        return SequencePaths.pendingBucket(sequence, base.incarnation(), bucket);
    }
}
