package io.snowkeeper.sequences.engine;

import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.plan.Reservations;
import io.snowkeeper.sequences.record.OptionsRecord;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/** The change by which a sequence has other options. */
record OptionsChange(BiFunction<SequenceMode, SequenceOptions, SequenceOptions> change)
        implements ChangeCommand.Change {

    /** Replaces all options. */
    OptionsChange(SequenceOptions options) {
        this((mode, present) -> options);
    }

    /** Reservations under other terms begin a bucket: those of one bucket have the same. */
    @Override
    public SequenceRecord of(SequenceRecord record) {
        SequenceOptions options = change.apply(record.mode(), record.options().toOptions());
        options.requireFormatOf(Optional.ofNullable(record.periods())
                .map(periods -> periods.rule().length()));
        OptionsRecord changed = OptionsRecord.of(options);
        boolean sameTerm = changed.term().equals(record.options().term());
        return record.withOptions(
                changed, sameTerm ? record.reservations() : Reservations.nextBucket(record.reservations()));
    }

    @Override
    public Optional<Posting> posting(SequenceRecord changed) {
        return Optional.of(Posting.of(
                LedgerEvent.CONFIGURE,
                List.of(),
                Optional.of(OptionsRecord.text(changed.options().toOptions()))));
    }
}
