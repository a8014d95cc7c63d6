package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.coordinator.sequence.plan.Command;
import io.snowkeeper.coordinator.sequence.plan.Draft;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;

/** The command of an operator who changes a sequence's definition. */
public final class ChangeCommand extends Command<SequenceDescription> {

    /** A change of a state. */
    public interface Change {
        /**
         * Returns the state as it is to be.
         *
         * @throws io.snowkeeper.core.sequence.SequenceException if it cannot be
         */
        SequenceRecord of(SequenceRecord record);
    }

    private final Change change;

    public ChangeCommand(Change change, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.change = change;
    }

    @Override
    public void plan(Draft draft) {
        SequenceRecord changed = change.of(draft.record());
        draft.update(changed);
        draft.onCommit(this, changed.describe(draft.sequence()));
    }
}
