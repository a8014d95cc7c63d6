package io.snowkeeper.coordinator.sequence.engine;

import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.ledger.LedgerEvent;
import io.snowkeeper.coordinator.sequence.ledger.Posting;
import io.snowkeeper.coordinator.sequence.record.RangeList;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.coordinator.sequence.record.StateLimits;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.List;
import java.util.Optional;

/** The change by which a sequence has another range. */
record AppendChange(String sequence, NumberRange range, StateLimits limits) implements ChangeCommand.Change {

    @Override
    public SequenceRecord of(SequenceRecord record) {
        RangeList ranges = record.ranges();
        SequenceDefinition.requireApart(sequence, ranges.all(), range);
        return record.withRanges(ranges.plus(range, limits));
    }

    @Override
    public Posting posting(SequenceRecord changed) {
        return Posting.of(LedgerEvent.APPEND, List.of(range), Optional.empty());
    }
}
