package io.snowkeeper.sequences.plan;

import io.snowkeeper.sequences.record.PeriodRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.Objects;

/** The turn from one period to the next. It is written with the first numbers of the next one. */
public final class PeriodTurn {

    private PeriodTurn() {}

    /**
     * Moves a draft on to the period that is due by the time at which its base was written. Returned numbers of the one
     * before are never handed out again. Commands that take numbers call it before they count them, and
     * {@linkplain Command#takesNumbers declare} that they do.
     */
    public static void begin(Draft draft) {
        SequenceRecord record = draft.record();
        PeriodRecord present = record.periods();
        if (present == null) {
            return;
        }
        PeriodRecord due = present.at(draft.base().writtenMillis());
        if (Objects.equals(due.current(), present.current())) {
            // It may end at another time.
            draft.update(record.withPeriods(due));
            return;
        }
        turn(draft, due);
    }

    /**
     * Moves a draft to another period. Where that has begun before, it goes on after the numbers that were taken of it
     * then.
     */
    public static void turn(Draft draft, PeriodRecord due) {
        SequenceRecord record = draft.record();
        draft.ledger().turned(due);
        record.returned()
                .parts()
                .forEach(part -> draft.znodes()
                        .dropPart(SequencePaths.returned(draft.sequence(), draft.incarnation(), part.id())));
        draft.update(record.inPeriod(due, Reservations.nextBucket(record.reservations())));
    }
}
