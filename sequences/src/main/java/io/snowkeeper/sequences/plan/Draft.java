package io.snowkeeper.sequences.plan;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.SequenceException;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The next write of a sequence while it is put together from several commands. */
public final class Draft implements Plan {

    private static final int MAX_OPERATIONS = 500;

    /**
     * Leaves room for the state and for one more grant of thousands of runs: a draft is filled by this limit, and its
     * size when it is sent is compared with {@link io.snowkeeper.coordinator.store.CoordinationStore#maxWriteBytes}.
     */
    private static final int MAX_BYTES = 512 * 1024;

    /** For commands that need little more than others before them. */
    private static final int SMALL_BYTES = 128 * 1024;

    private final String sequence;
    private final Position base;
    private final Map<String, Optional<StoredRecord>> cache;
    private final boolean readsFirst;
    private final int limit;
    private final StateLimits limits;
    private final Allocation allocation;
    private final Set<String> missing = new LinkedHashSet<>();
    private final List<CommitAction> actions = new ArrayList<>();
    private final Set<CommitAction> doubtful = new HashSet<>();
    private final List<Command<?>> planned = new ArrayList<>();
    private final List<Change> leaves = new ArrayList<>();
    private final Map<String, Grant> keyed = new HashMap<>();
    private final ReservedNumbers reserved;
    private SequenceRecord record;

    /** Null as long as nothing is added to the ledger. */
    private @Nullable Postings ledger;

    /** Null as long as nothing is changed beside the state. */
    private @Nullable ZnodeChanges znodes;

    private boolean deleting;
    private boolean ended;
    private boolean stale;
    private boolean writeRequired;

    /**
     * @param cache the sequence's records as far as they are known
     * @param readsFirst whether commands must read what they usually assume
     * @param limit how many commands, and how many operations of theirs, it has room for
     * @param limits the limits of the state
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

    /** Returns the additions to the ledger. */
    public Postings ledger() {
        if (ledger == null) {
            ledger = new Postings(this, reserved);
        }
        return ledger;
    }

    /** Returns the draft's changes beside the state. */
    public ZnodeChanges znodes() {
        if (znodes == null) {
            znodes = new ZnodeChanges(this);
        }
        return znodes;
    }

    /** As {@link #znodes}, null as long as nothing is changed. */
    @Nullable
    ZnodeChanges changedZnodes() {
        return znodes;
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

    /**
     * Requires reads of records that have to be known from now on.
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

    private boolean rewrites(String path) {
        return znodes != null && znodes.rewrites(path);
    }

    /** Plans a command, as far as its records are read. */
    public void plan(Command<?> command) {
        planned.add(command);
        planPart(() -> command.plan(this));
    }

    /**
     * Plans a part of a command, as far as its records are read. The other parts are planned all the same, so that all
     * is read at once.
     */
    public void planPart(Runnable part) {
        try {
            part.run();
        } catch (PlanAgainException ignored) {
            // Its reads are noted.
        }
    }

    /** Returns the result of planning all commands: this draft, if nothing has to be read first. */
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

    /** Returns the size of the plan, in the unit of the limit. */
    public int size() {
        return Math.max(planned.size(), operations());
    }

    private int operations() {
        return znodes == null ? 0 : znodes.operations();
    }

    private int bytes() {
        return znodes == null ? 0 : znodes.bytes();
    }

    /** Requires another read of the state, since a record differs from it; returns the exception to throw. */
    PlanAgainException becomeStale() {
        stale = true;
        return new PlanAgainException();
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

    /**
     * Answers a command that has changed something once the draft is written. It is written even if later commands undo
     * that: another node may have written since the state was read.
     */
    public <T> void onCommit(Command<T> command, T answer) {
        requireWrite();
        onCommit(CommitAction.of(() -> command.answer().complete(answer)));
    }

    /** Refuses a command once the draft is written, or at once if it changes nothing. */
    public void refuse(Command<?> command, SequenceException refusal) {
        answer(command, () -> command.answer().completeExceptionally(refusal));
    }

    /** Answers a command by the state: once the draft is written, or at once if it changes nothing. */
    public void answer(Command<?> command, CommitAction.Keep keep) {
        CommitAction action = CommitAction.of(keep);
        onCommit(action);
        if (!base.confirmed() || command.arrivedAfter(base.knownSince())) {
            doubtful.add(action);
        }
    }

    /** Returns the grant of a command of this draft with the same key, null if there is none. */
    @Nullable
    public Grant sameKey(String keyPath) {
        return keyed.get(keyPath);
    }

    public void keyed(String keyPath, Grant grant) {
        keyed.put(keyPath, grant);
    }

    /**
     * Makes the draft be written though it may change nothing. For what depends on the state being the latest: if it is
     * not, the write is refused, and this is planned again. So a record named by the state that is missing may have gone
     * with a later state, which was not read.
     */
    public void requireWrite() {
        writeRequired = true;
    }

    /**
     * Answers the commands of a draft that changes nothing, but for those whose callers may know of a newer state; returns whether
     * these were all.
     */
    public boolean answerByState() {
        actions.stream()
                .filter(action -> !doubtful.contains(action))
                .forEach(action -> action.keep().run());
        return doubtful.isEmpty();
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
                || bytes() >= MAX_BYTES + SMALL_BYTES
                || operations() >= Math.min(limit, MAX_OPERATIONS)
                || missing.size() >= MAX_OPERATIONS;
    }

    /** Returns whether a command that can be done in parts should leave the rest for later. */
    public boolean isFull() {
        return bytes() >= MAX_BYTES || isClosed();
    }

    /** Returns whether there is nothing to write. Numbers that are given must be written, even if the state stays as it is. */
    public boolean isUnchanged() {
        return !writeRequired
                && record.equals(base.record())
                && (znodes == null || znodes.isEmpty())
                && (ledger == null || ledger.isEmpty())
                && !deleting
                && actions.stream().allMatch(action -> action.numbers().isEmpty());
    }

    public boolean deletesSequence() {
        return deleting;
    }

    /** Returns the changes by which something is left of the deleted sequence. */
    List<Change> leaves() {
        return leaves;
    }

    /** Updates the known records with the changes of the draft, after it was written. */
    void written(Map<String, Optional<StoredRecord>> known, List<@Nullable RecordStamp> stamps, SequenceRecord left) {
        if (znodes != null) {
            znodes.applyTo(known, stamps);
        }
        if (ledger != null) {
            ledger.written(known, left);
        }
    }
}
