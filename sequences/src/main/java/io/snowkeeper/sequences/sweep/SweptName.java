package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

/**
 * The findings of a sweep under a name.
 *
 * @param state the sequence that has the name, empty if there is none
 * @param hasRemains whether there is something of former ones
 */
record SweptName(Optional<Position> state, boolean hasRemains) {

    /**
     * Reads it. Fails with {@link io.snowkeeper.coordinator.store.UnreadablePayloadException}, and as the tree does.
     *
     * @param watch called once when the state changes, if there is one
     */
    static CompletableFuture<SweptName> read(SequenceStore tree, String name, Watch watch, LongSupplier nanoTime) {
        return tree.read(SequencePaths.name(name))
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(new SweptName(Optional.empty(), false))
                        : readState(tree, name, found.get(), watch, nanoTime));
    }

    private static CompletableFuture<SweptName> readState(
            SequenceStore tree, String name, StoredRecord found, Watch watch, LongSupplier nanoTime) {
        String incarnation = found.as(NameRecord.class).incarnation();
        int children = found.stamp().children();
        if (incarnation == null) {
            return CompletableFuture.completedFuture(new SweptName(Optional.empty(), true));
        }
        return tree.read(SequencePaths.state(name, incarnation), watch)
                .thenApply(state -> new SweptName(
                        state.map(znode -> Position.of(incarnation, znode, nanoTime.getAsLong())), children > 1));
    }

    /**
     * Returns the sequence if it has keys that are not known for ever, or has, or had, reservations: settled ones leave
     * something for a while. In any other sequence nothing can be due before its state changes.
     */
    Optional<Position> swept() {
        return state.map(Position::record)
                .filter(record ->
                        (record.keys() > 0 && !record.options().keepsKeysForever()) || record.reservations() > 0)
                .flatMap(swept -> state);
    }

    /**
     * Returns whether its next change may go unreported: there is no state that could be watched, or something has to
     * be removed.
     */
    boolean isUnsettled() {
        return state.isEmpty() || hasRemains;
    }
}
