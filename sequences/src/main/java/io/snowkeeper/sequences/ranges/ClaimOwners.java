package io.snowkeeper.sequences.ranges;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import io.snowkeeper.sequences.access.Failures;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.WholeStates;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** The sequences that have made claims, as they are at least since they are asked for. */
final class ClaimOwners {

    private final SequenceStore tree;

    ClaimOwners(SequenceStore tree) {
        this.tree = tree;
    }

    /** Returns those of some that are not there any more: nor will they ever be again, since an incarnation is used once. */
    CompletableFuture<Set<Claim.Owner>> gone(Collection<Claim.Owner> owners) {
        Map<Claim.Owner, CompletableFuture<Boolean>> asked = new LinkedHashMap<>();
        owners.forEach(owner -> asked.computeIfAbsent(owner, this::isThere));
        return CompletableFuture.allOf(asked.values().toArray(CompletableFuture[]::new))
                .thenApply(done -> asked.entrySet().stream()
                        .filter(answer -> !answer.getValue().join())
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet()));
    }

    private CompletableFuture<Boolean> isThere(Claim.Owner owner) {
        return tree.findName(owner.sequence(), true, null)
                .thenApply(name -> name.isPresent() && mayBeOf(owner, name.get()))
                .exceptionallyCompose(failure -> Failures.isDenialOfRecord(failure)
                        ? CompletableFuture.completedFuture(true)
                        : CompletableFuture.failedFuture(failure));
    }

    private static boolean mayBeOf(Claim.Owner owner, StoredRecord name) {
        try {
            return owner.incarnation().equals(name.as(NameRecord.class).incarnation());
        } catch (UnreadablePayloadException e) {
            // It costs its own sequence, and no other.
            return true;
        }
    }

    /** Returns the ranges of a sequence; none if it is not there any more, and empty if they cannot be read, or are denied. */
    CompletableFuture<Optional<SteppedRanges>> rangesIfReadable(Claim.Owner owner) {
        return ranges(owner)
                .thenApply(Optional::of)
                .exceptionallyCompose(failure -> Failures.unwrap(failure) instanceof UnreadablePayloadException
                                || Failures.isDenialOfRecord(failure)
                        ? CompletableFuture.completedFuture(Optional.empty())
                        : CompletableFuture.failedFuture(failure));
    }

    private CompletableFuture<SteppedRanges> ranges(Claim.Owner owner) {
        return tree.readLatest(SequencePaths.state(owner.sequence(), owner.incarnation()), null)
                .thenCompose(state -> state.isEmpty()
                        ? CompletableFuture.completedFuture(SteppedRanges.NONE)
                        : WholeStates.complete(
                                        tree,
                                        owner.sequence(),
                                        owner.incarnation(),
                                        state.get().as(SequenceRecord.class))
                                .thenApply(whole -> new SteppedRanges(whole.numberRanges(), whole.step())));
    }
}
