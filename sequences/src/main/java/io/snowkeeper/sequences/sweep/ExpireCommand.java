package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.sequences.SequenceUnavailableException;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.CommitAction;
import io.snowkeeper.sequences.plan.Draft;
import io.snowkeeper.sequences.plan.Reservations;
import io.snowkeeper.sequences.plan.Reservations.Settler;
import io.snowkeeper.sequences.record.BucketRecord;
import io.snowkeeper.sequences.record.BucketRecord.Fate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The command of the sweeper that puts back numbers that were not confirmed in time. */
public final class ExpireCommand extends Command<@Nullable Void> {

    private final String incarnation;
    private final long bucket;
    private final List<Integer> slots;

    /** @param slots reservations of the bucket whose time is up, lowest first */
    public ExpireCommand(String incarnation, long bucket, List<Integer> slots, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.incarnation = incarnation;
        this.bucket = bucket;
        this.slots = slots;
    }

    @Override
    public void plan(Draft draft) {
        Optional<BucketRecord> found =
                draft.incarnation().equals(incarnation) ? draft.znodes().bucket(bucket) : Optional.empty();
        if (found.isPresent() && !found.get().term().holds()) {
            for (int slot : slots) {
                if (draft.isFull() || !expire(draft, found.get(), slot)) {
                    // The next sweep finds the others.
                    break;
                }
            }
        }
        draft.onCommit(CommitAction.of(() -> answer().complete(null)));
    }

    /** Returns false if there is no room for more numbers that come back. */
    private boolean expire(Draft draft, BucketRecord before, int slot) {
        if (before.fate(slot) == Fate.PENDING) {
            try {
                // If there is none, it was deleted by hand; its numbers are not known any more.
                draft.planPart(() -> Reservations.pending(draft, bucket * BucketRecord.SLOTS + slot)
                        .ifPresent(token -> Reservations.putBack(draft, token, Fate.EXPIRED, Settler.NOBODY)));
            } catch (UnreadablePayloadException e) {
                // Belongs to this one, or to its key, which is handled when keys are swept.
                return true;
            } catch (SequenceUnavailableException e) {
                return false;
            }
        }
        return true;
    }
}
