package io.snowkeeper.sequences.engine;

import io.snowkeeper.sequences.plan.BlockStock;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.CommitAction;
import io.snowkeeper.sequences.plan.Draft;
import org.jspecify.annotations.Nullable;

/** The command by which a stopping node gives back the rest of its blocks, if no numbers were taken since. */
final class GiveBackCommand extends Command<@Nullable Void> {

    private final BlockStock stock;

    GiveBackCommand(BlockStock stock, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.stock = stock;
    }

    @Override
    public void plan(Draft draft) {
        long taken =
                stock.closedTail(draft.record().taken(), draft.record().period().orElse(null));
        draft.update(draft.record().withTaken(taken));
        draft.onCommit(CommitAction.of(() -> answer().complete(null)));
    }
}
