package io.snowkeeper.sequences.access;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.sequences.record.RangeList;
import io.snowkeeper.sequences.record.RangeRecords;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The completion of states whose ranges lie apart. */
public final class WholeStates {

    private WholeStates() {}

    /**
     * Completes a state by the records of its ranges. Fails with {@link UnreadablePayloadException} if they do not
     * match the state: then the sequence was deleted meanwhile, or they were read from a server that is behind, or
     * changed by hand.
     */
    public static CompletableFuture<SequenceRecord> complete(
            SequenceStore tree, String sequence, String incarnation, SequenceRecord state) {
        RangeList ranges = state.ranges();
        if (ranges.isRead()) {
            return CompletableFuture.completedFuture(state);
        }
        List<CompletableFuture<Optional<StoredRecord>>> reads =
                RangeRecords.paths(sequence, incarnation, ranges).stream()
                        .map(tree::read)
                        .toList();
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new)).thenApply(done -> {
            List<List<NumberRange>> records = reads.stream()
                    .flatMap(read -> read.join().map(RangeRecords::rangesIn).stream())
                    .toList();
            return state.withRanges(
                    ranges.read(records).orElseThrow(() -> inconsistent(sequence, incarnation, ranges)));
        });
    }

    private static UnreadablePayloadException inconsistent(String sequence, String incarnation, RangeList ranges) {
        return new UnreadablePayloadException(
                SequencePaths.ranges(sequence, incarnation, 0),
                new IOException("the ranges are not the %s of the state".formatted(ranges.count())));
    }
}
