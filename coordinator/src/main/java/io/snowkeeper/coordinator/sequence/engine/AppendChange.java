package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.sequence.ledger.LedgerEvent;
import io.snowkeeper.coordinator.sequence.ledger.Posting;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.coordinator.sequence.record.StateLimits;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceDefinition;
import java.util.List;
import java.util.Optional;

/** The change by which a sequence has other ranges after its own: all of them or none, told by one entry of its ledger. */
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
