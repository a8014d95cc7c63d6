package io.snowkeeper.sequences.sweep;

import io.snowkeeper.sequences.catalogue.LedgerListing.Release;
import io.snowkeeper.sequences.ledger.LedgerHead;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.CommitAction;
import io.snowkeeper.sequences.plan.Draft;
import io.snowkeeper.sequences.record.SequencePaths;
import org.jspecify.annotations.Nullable;

/**
 * The command that deletes segments of a ledger: for an operator who has a copy of their entries, or because their
 * retention has passed.
 */
public final class ReleaseCommand extends Command<@Nullable Void> {

    private final Release release;

    public ReleaseCommand(Release release, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.release = release;
    }

    @Override
    public void plan(Draft draft) {
        LedgerHead head = draft.record().ledger();
        // Nothing was released of another incarnation.
        if (head != null && draft.incarnation().equals(release.incarnation())) {
            for (int segment = head.keptSegment(); segment < release.segment(); segment++) {
                draft.znodes().delete(SequencePaths.segment(draft.sequence(), draft.incarnation(), segment));
            }
            LedgerHead released = head.releasedThrough(release.through());
            draft.update(draft.record()
                    .withLedger(
                            release.segment() > head.keptSegment()
                                    ? released.keptFrom(release.segment(), release.first(), release.before())
                                    : released));
        }
        draft.onCommit(CommitAction.of(() -> answer().complete(null)));
    }
}
