package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.sequences.UnknownSequenceException;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.catalogue.Catalogue.Found;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Readings of a sequence's present state over the bulk connection, and of the records that it names, by the same
 * session: another one's server may be behind, with records that do not match the state. Thread-safe.
 */
final class SequenceReadings {

    private final BulkConnection bulk;
    private final Bulkhead bulkhead;

    /** @param bulkhead how many may be under way at once */
    SequenceReadings(BulkConnection bulk, Bulkhead bulkhead) {
        this.bulk = bulk;
        this.bulkhead = bulkhead;
    }

    /** A sequence, and the session that read it. */
    record Reading(SequenceStore tree, Object session, Found sequence) {

        /** Reads the sequence once more. */
        CompletableFuture<Found> again() {
            return state(tree, sequence.name());
        }
    }

    /**
     * Reads a sequence, and the records that it names. Fails with {@link UnknownSequenceException} if there is none,
     * and with {@link NoAnswerException} if the session was replaced meanwhile, whatever the result.
     */
    <T> CompletableFuture<T> read(String sequence, Function<Reading, CompletableFuture<T>> rest) {
        return bulkhead.begin(
                sequence,
                () -> CompletableFuture.completedFuture(bulk)
                        .thenApply(BulkConnection::tree)
                        .thenCompose(tree -> {
                            Object session = tree.session();
                            return state(tree, sequence)
                                    .thenApply(found -> new Reading(tree, session, found))
                                    .thenCompose(rest)
                                    .handle((answer, failure) -> {
                                        if (tree.session() != session) {
                                            throw new NoAnswerException("the connection was replaced meanwhile");
                                        }
                                        if (failure != null) {
                                            throw failure instanceof CompletionException wrapped
                                                    ? wrapped
                                                    : new CompletionException(failure);
                                        }
                                        return answer;
                                    });
                        }));
    }

    /** A name that is seen need not be the latest, if its state is: where that is gone, or there is none, it is read again. */
    private static CompletableFuture<Found> state(SequenceStore tree, String sequence) {
        return state(tree, sequence, false)
                .thenCompose(found ->
                        found.isPresent() ? CompletableFuture.completedFuture(found) : state(tree, sequence, true))
                .thenApply(found -> found.orElseThrow(() -> UnknownSequenceException.of(sequence)));
    }

    private static CompletableFuture<Optional<Found>> state(SequenceStore tree, String sequence, boolean latest) {
        return tree.findName(sequence, latest, null).thenCompose(name -> {
            Optional<String> incarnation =
                    name.map(znode -> znode.as(NameRecord.class)).map(NameRecord::incarnation);
            return incarnation.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : tree.readLatest(SequencePaths.state(sequence, incarnation.get()), null)
                            .thenApply(state -> state.map(znode -> Found.of(sequence, incarnation.get(), znode)));
        });
    }
}
