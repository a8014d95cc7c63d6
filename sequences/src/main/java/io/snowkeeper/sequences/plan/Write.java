package io.snowkeeper.sequences.plan;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.PayloadCodec;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.record.LastGrant;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.RangeRecords;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A draft as it is sent: a transaction whose first change is the conditional write of the state.
 *
 * @param token its mark in the state, to be recognised by
 * @param record the state that it leaves
 * @param needs for each change, the command that alone needs it; null for shared ones
 * @param renews whether the state's znode is created again, so that versions begin again
 */
public record Write(
        Draft draft,
        String token,
        SequenceRecord record,
        List<Change> changes,
        List<@Nullable Command<?>> needs,
        boolean renews) {

    /** Seals a draft. */
    public static Write seal(Draft draft, String token) {
        SequenceRecord record = draft.sealed().withGrant(grant(draft, token));
        boolean renews = draft.base().version() >= draft.limits().renewAt();
        List<Change> changes = new ArrayList<>();
        addState(draft, record, renews, changes);
        ZnodeChanges znodes = draft.changedZnodes();
        if (znodes != null) {
            znodes.addRewrites(changes);
        }
        int apart = rangesApart(draft.base().record());
        if (apart > 0 || record.ranges().isApart()) {
            changes.addAll(RangeRecords.changes(draft.sequence(), draft.incarnation(), apart, record.ranges()));
        }
        List<@Nullable Command<?>> needs = new ArrayList<>(Collections.nCopies(changes.size(), null));
        if (znodes != null) {
            znodes.addOthers(changes, needs);
        }
        changes.addAll(draft.leaves());
        return new Write(draft, token, record, List.copyOf(changes), needs, renews);
    }

    public Position base() {
        return draft.base();
    }

    /** Returns the part that must be kept until its outcome is known. */
    public SentWrite sent() {
        return new SentWrite(
                base().incarnation(),
                base().created(),
                base().version(),
                token,
                draft.deletesSequence(),
                List.copyOf(draft.actions()));
    }

    /** Returns the command that alone needs a change, null if there is none such. */
    @Nullable
    public Command<?> neededBy(int change) {
        return change < 0 || change >= needs.size() ? null : needs.get(change);
    }

    /** Updates the cache with the changes of this write, now that it was done. */
    public void applyTo(Map<String, Optional<StoredRecord>> cache, List<@Nullable RecordStamp> stamps) {
        int first = renews || draft.deletesSequence() ? 2 : 1;
        draft.written(cache, stamps.subList(first, stamps.size()), record);
    }

    private static int rangesApart(SequenceRecord record) {
        return record.ranges().isApart() ? record.ranges().count() : 0;
    }

    private static void addState(Draft draft, SequenceRecord record, boolean renews, List<Change> changes) {
        String state = SequencePaths.state(draft.sequence(), draft.incarnation());
        int version = draft.base().version();
        if (draft.deletesSequence()) {
            changes.add(new Change.Delete(state, version));
            changes.add(new Change.Set(
                    SequencePaths.name(draft.sequence()),
                    PayloadCodec.encode(new NameRecord(null)),
                    StoreSession.ANY_VERSION));
        } else if (renews) {
            changes.add(new Change.Delete(state, version));
            changes.add(new Change.Create(state, PayloadCodec.encode(record)));
        } else {
            changes.add(new Change.Set(state, PayloadCodec.encode(record), version));
        }
    }

    private static LastGrant grant(Draft draft, String token) {
        @Nullable Long first = null;
        long count = 0;
        for (CommitAction action : draft.actions()) {
            for (NumberRange run : action.numbers()) {
                first = first == null ? Long.valueOf(run.from()) : first;
                count += run.size();
            }
        }
        return new LastGrant(token, first == null ? 0 : first, count);
    }
}
