package io.snowkeeper.coordinator.sequence.sweep;

import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.record.NameRecord;
import io.snowkeeper.coordinator.sequence.record.Position;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.store.StoredRecord;
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

    /** Fails with {@link io.snowkeeper.coordinator.store.UnreadablePayloadException}, and as the tree does. */
    static CompletableFuture<SweptName> read(SequenceStore tree, String name, LongSupplier nanoTime) {
        return tree.read(SequencePaths.name(name))
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(new SweptName(Optional.empty(), false))
                        : readState(tree, name, found.get(), nanoTime));
    }

    private static CompletableFuture<SweptName> readState(
            SequenceStore tree, String name, StoredRecord found, LongSupplier nanoTime) {
        String incarnation = found.as(NameRecord.class).incarnation();
        int children = found.stamp().children();
        if (incarnation == null) {
            return CompletableFuture.completedFuture(new SweptName(Optional.empty(), true));
        }
        return tree.read(SequencePaths.state(name, incarnation))
                .thenApply(state -> new SweptName(
                        state.map(znode -> Position.of(incarnation, znode, nanoTime.getAsLong())), children > 1));
    }

    /** Returns whether a sequence has unconfirmed reservations or keys. */
    static boolean hasSomething(Position state) {
        return state.record().keys() > 0 || state.record().pending() > 0;
    }

    /** Returns whether a sequence has keys, or has, or had, reservations: settled ones leave something for a while. */
    static boolean hasHadAnything(Position state) {
        return state.record().keys() > 0 || state.record().reservations() > 0;
    }
}
