package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.coordinator.sequence.plan.Draft;
import io.snowkeeper.coordinator.sequence.plan.Intent;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;

/** An operator changes a sequence's definition. */
public final class ChangeIntent extends Intent<SequenceDescription> {

    /** What becomes of a state. */
    public interface Change {
        /**
         * Returns the state as it is to be.
         *
         * @throws io.snowkeeper.coordinator.sequence.SequenceException if it cannot be
         */
        SequenceRecord of(SequenceRecord record);
    }

    private final Change change;

    public ChangeIntent(Change change, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.change = change;
    }

    @Override
    public void plan(Draft draft) {
        SequenceRecord changed = change.of(draft.record());
        draft.update(changed);
        draft.promise(this, changed.describe(draft.sequence()));
    }
}
