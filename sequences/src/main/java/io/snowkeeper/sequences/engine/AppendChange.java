package io.snowkeeper.sequences.engine;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.sequences.ledger.LedgerEvent;
import io.snowkeeper.sequences.ledger.Posting;
import io.snowkeeper.sequences.record.SequenceRecord;
import io.snowkeeper.sequences.record.StateLimits;
import java.util.List;
import java.util.Optional;

/** The change that adds ranges after a sequence's own: all of them or none, in one entry of its ledger. */
record AppendChange(String sequence, List<NumberRange> added, StateLimits limits) implements ChangeCommand.Change {

    @Override
    public SequenceRecord of(SequenceRecord record) {
        SequenceRecord longer =
                record.withRanges(record.ranges().plus(record.step().places(added), limits));
        SequenceDefinition.requireTogether(sequence, longer.numberRanges());
        return longer;
    }

    @Override
    public Optional<Posting> posting(SequenceRecord changed) {
        return Optional.of(Posting.of(LedgerEvent.APPEND, added, Optional.empty()));
    }
}
