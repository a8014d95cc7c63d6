package io.snowkeeper.coordinator.sequence.access;

import io.snowkeeper.coordinator.sequence.record.RangeList;
import io.snowkeeper.coordinator.sequence.record.RangeRecords;
import io.snowkeeper.coordinator.sequence.record.SequenceRecord;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The completion of states whose ranges lie apart. */
public final class WholeStates {

    private WholeStates() {}

    /**
     * Completes a state by the records of its ranges, by the session that has told it; empty if they are not there any more, since the
     * sequence was deleted.
     */
    public static CompletableFuture<Optional<SequenceRecord>> complete(
            SequenceStore tree, String sequence, String incarnation, SequenceRecord state) {
        RangeList ranges = state.ranges();
        if (ranges.isRead()) {
            return CompletableFuture.completedFuture(Optional.of(state));
        }
        List<CompletableFuture<Optional<StoredRecord>>> reads =
                RangeRecords.paths(sequence, incarnation, ranges).stream()
                        .map(tree::read)
                        .toList();
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)).thenApply(done -> {
            List<NumberRange> found = new ArrayList<>(ranges.count());
            reads.forEach(read -> read.join().map(RangeRecords::rangesIn).ifPresent(found::addAll));
            return found.size() < ranges.count() ? Optional.empty() : Optional.of(state.withRanges(ranges.read(found)));
        });
    }
}
