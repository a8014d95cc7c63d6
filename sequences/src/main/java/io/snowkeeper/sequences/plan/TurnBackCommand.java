package io.snowkeeper.sequences.plan;

import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.record.PeriodRecord;
import java.util.Objects;

/**
 * The command that turns a sequence back to the present period, after a wrong clock has begun a later one, for an
 * operator. Numbers of both that were taken are not handed out again: either period goes on after them.
 */
public final class TurnBackCommand extends Command<SequenceDescription> {

    private final Period to;

    /** @param to the period that it is now */
    public TurnBackCommand(Period to, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.to = to;
    }

    @Override
    public boolean takesNumbers() {
        return true;
    }

    @Override
    public boolean goesByTheTime() {
        return true;
    }

    @Override
    public void plan(Draft draft) {
        PeriodRecord present = draft.record().periods();
        if (present == null) {
            throw new SequencePreconditionException("sequence %s has no periods".formatted(draft.sequence()));
        }
        Period now = present.rule().at(draft.base().writtenMillis());
        if (!now.equals(to)) {
            throw new SequencePreconditionException(
                    "sequence %s is turned back to the period that it is now, by ZooKeeper's clock: period=%s, now=%s"
                            .formatted(draft.sequence(), to.text(), now.text()));
        }
        Period current = present.current();
        if (Objects.equals(current, to)) {
            draft.answer(this, () -> answer().complete(draft.record().describe(draft.sequence())));
            return;
        }
        if (current == null || current.compareTo(to) < 0) {
            throw new SequencePreconditionException(
                    "sequence %s is in no later period than that: period=%s, current_period=%s"
                            .formatted(draft.sequence(), to.text(), current == null ? "none" : current.text()));
        }
        PeriodRecord back = present.backIn(to)
                .orElseThrow(() -> new SequencePreconditionException(
                        "sequence %s cannot be turned back so far, the numbers given in that period are no longer known: period=%s, current_period=%s"
                                .formatted(draft.sequence(), to.text(), current.text())));
        PeriodTurn.turn(draft, back);
        draft.onCommit(this, draft.record().describe(draft.sequence()));
    }
}
