package io.snowkeeper.sequences.plan;

import io.snowkeeper.sequences.record.PeriodRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.Objects;

/** The turn from one period to the next. It is written with the first numbers of the next one. */
public final class PeriodTurn {

    private PeriodTurn() {}

    /**
     * Has a draft go on to the period that is due by the time at which its base was written. Numbers of the one before that came back are given to nobody
     * any more. For who takes numbers, before he looks how many there are, and {@linkplain Command#takesNumbers says} that he does.
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
     * Has a draft go on in another period. Where that has begun before, it goes on after the numbers that were taken of it then.
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
