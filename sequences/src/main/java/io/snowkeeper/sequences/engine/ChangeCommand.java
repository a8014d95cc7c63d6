package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.Draft;
import io.snowkeeper.sequences.plan.PeriodTurn;
import io.snowkeeper.sequences.ranges.ClaimPlan;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.Optional;

/** The command that changes a sequence's definition, for an operator. */
public final class ChangeCommand extends Command<SequenceDescription> {

    /** A change of a state. */
    public interface Change {
        /**
         * Returns the state as it is to be.
         *
         * @throws io.snowkeeper.core.sequence.SequenceException if it cannot be
         */
        SequenceRecord of(SequenceRecord record);

        /** Returns the change's entry in the ledger of a gapless sequence; empty if it is never of such a sequence. */
        Optional<Posting> posting(SequenceRecord changed);

        /** Returns whether it is of numbers of the present period, so that one that is due begins before it. */
        default boolean isOfPeriod() {
            return false;
        }
    }

    private final Change change;
    private final Optional<ClaimPlan> claims;

    public ChangeCommand(Change change, long arrived, long timeoutNanos) {
        this(change, Optional.empty(), arrived, timeoutNanos);
    }

    /**
     * Makes a change of ranges. Fails with {@link NoAnswerException} if the registry is not as it was planned on: then
     * it was not done, and is to be planned again.
     *
     * @param claims the claims of the ranges
     */
    public ChangeCommand(Change change, ClaimPlan claims, long arrived, long timeoutNanos) {
        this(change, Optional.of(claims), arrived, timeoutNanos);
    }

    private ChangeCommand(Change change, Optional<ClaimPlan> claims, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.change = change;
        this.claims = claims;
    }

    @Override
    public boolean takesNumbers() {
        return change.isOfPeriod();
    }

    @Override
    public void plan(Draft draft) {
        if (claims.isPresent() && draft.znodes().claims()) {
            // Two in one transaction would be in each other's way.
            draft.end();
            return;
        }
        if (claims.isPresent() && !claims.get().incarnation().equals(draft.incarnation())) {
            conditionFailed();
            return;
        }
        if (change.isOfPeriod()) {
            PeriodTurn.begin(draft);
        }
        SequenceRecord changed = change.of(draft.record());
        if (changed.equals(draft.record())) {
            // By a state that may be older than the operator's knowledge.
            draft.answer(this, () -> answer().complete(changed.describe(draft.sequence())));
            return;
        }
        draft.update(changed);
        change.posting(changed).ifPresent(draft.ledger()::add);
        claims.ifPresent(plan -> draft.znodes().claim(this, plan.changes()));
        draft.onCommit(this, changed.describe(draft.sequence()));
    }

    @Override
    public void conditionFailed() {
        if (claims.isPresent()) {
            answer().completeExceptionally(new NoAnswerException("the registry of ranges has changed"));
        }
    }
}
