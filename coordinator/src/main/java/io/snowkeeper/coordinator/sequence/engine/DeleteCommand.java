package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.sequence.SequencePreconditionException;
import io.snowkeeper.coordinator.sequence.plan.Command;
import io.snowkeeper.coordinator.sequence.plan.CommitAction;
import io.snowkeeper.coordinator.sequence.plan.Draft;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The command of an operator who deletes a sequence that is where it is believed to be. */
public final class DeleteCommand extends Command<@Nullable Void> {

    private final OptionalLong next;

    public DeleteCommand(OptionalLong next, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.next = next;
    }

    @Override
    public void plan(Draft draft) {
        if (!draft.isUnchanged()) {
            // A write of its own, after what came before it.
            draft.end();
            return;
        }
        OptionalLong actual = draft.record().next();
        if (!actual.equals(next)) {
            throw new SequencePreconditionException(
                    "sequence %s is deleted only by its present next number: next=%s, given next=%s"
                            .formatted(draft.sequence(), text(actual), text(next)));
        }
        draft.deleteSequence();
        draft.onCommit(CommitAction.of(() -> answer().complete(null)));
    }

    private static String text(OptionalLong number) {
        return number.isPresent() ? Long.toString(number.getAsLong()) : "none";
    }
}
