package io.snowkeeper.sequences.recovery;

import io.snowkeeper.coordinator.progress.SequenceProgress;
import io.snowkeeper.core.business.Period;
import io.snowkeeper.core.sequence.SequenceDescription;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.plan.Command;
import io.snowkeeper.sequences.plan.Draft;
import io.snowkeeper.sequences.plan.PeriodTurn;
import io.snowkeeper.sequences.plan.Reservations;
import io.snowkeeper.sequences.plan.Reservations.Settler;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.Optional;

/**
 * The command for an operator after a restore of older data of ZooKeeper: numbers that were taken in the lost data are
 * not handed out again. In a gapless sequence they become void, with the reason {@value Posting#RESTORED}, and so do
 * those that had come back, since they may have been handed out again; all in one reservation, of one write.
 */
public final class RecoverCommand extends Command<SequenceDescription> {

    private final SequenceProgress reached;
    private final Optional<String> subject;

    /** @param reached how far the sequence had come, as far as that is known */
    public RecoverCommand(SequenceProgress reached, Optional<String> subject, long arrived, long timeoutNanos) {
        super(arrived, timeoutNanos);
        this.reached = reached;
        this.subject = subject;
    }

    @Override
    public boolean takesNumbers() {
        return true;
    }

    @Override
    public void plan(Draft draft) {
        if (!draft.incarnation().equals(reached.incarnation())) {
            throw new SequencePreconditionException(
                    "sequence %s was replaced by another one meanwhile".formatted(reached.sequence()));
        }
        PeriodTurn.begin(draft);
        SequenceRecord record = draft.record();
        long missing = taken(record) - record.taken();
        if (missing > record.untaken()) {
            throw new SequencePreconditionException(
                    "%s numbers of sequence %s were taken, and its ranges have %s: append those that it had, then recover it"
                            .formatted(
                                    taken(record),
                                    reached.sequence(),
                                    record.ranges().total()));
        }
        if (draft.allocation().hasReservations()) {
            Reservations.skip(draft, Math.max(0, missing), new Settler(subject, Optional.of(Posting.RESTORED)));
        } else if (missing > 0) {
            draft.update(record.withTaken(record.taken() + missing));
        }
        SequenceDescription description = draft.record().describe(draft.sequence());
        if (draft.record().equals(draft.base().record())) {
            draft.answer(this, () -> answer().complete(description));
        } else {
            draft.onCommit(this, description);
        }
    }

    /** Returns how many numbers were taken of the present period. */
    private long taken(SequenceRecord record) {
        String period = reached.period();
        Optional<Period> present = record.period();
        if (period == null || present.isEmpty() || present.get().text().equals(period)) {
            return reached.taken();
        }
        if (Period.parse(period).compareTo(present.get()) > 0) {
            throw new SequencePreconditionException(
                    "numbers of %s were given, and by ZooKeeper's clock it is %s: sequence=%s; see to the clock"
                            .formatted(period, present.get().text(), reached.sequence()));
        }
        // Numbers of a period that has ended are not handed out.
        return record.taken();
    }
}
