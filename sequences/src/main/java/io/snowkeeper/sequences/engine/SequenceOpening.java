package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.access.WholeStates;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.Position;
import io.snowkeeper.sequences.record.RangeList;
import io.snowkeeper.sequences.record.SequencePaths;
import io.snowkeeper.sequences.record.SequenceRecord;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The way to a sequence's state by its name, which it watches: it changes when the sequence is made or deleted. */
final class SequenceOpening {

    private final String sequence;
    private final SequenceStore tree;
    private final Watch watch;

    /** The name's sequence, once the name is watched. Replaced by {@link #forget}, so that a late answer has no effect. */
    private volatile AtomicReference<@Nullable String> incarnation = new AtomicReference<>();

    /** The last position read. */
    private volatile @Nullable Position last;

    /** @param nameChanged called on the store's thread; must not block */
    SequenceOpening(String sequence, SequenceStore tree, Runnable nameChanged) {
        this.sequence = sequence;
        this.tree = tree;
        // One for all reads: a store may keep every other one until it is called.
        this.watch = nameChanged::run;
    }

    /** Returns whether the name is watched, as far as this session goes. */
    boolean isWatching() {
        return incarnation.get() != null;
    }

    /** Requires another read of the name. An answer that is under way may be one of a session that has ended. */
    void forget() {
        incarnation = new AtomicReference<>();
    }

    /**
     * Reads the state; empty if there is no sequence of the name.
     *
     * @param latest whether it must be as new as this call; else it is as our server has it
     */
    CompletableFuture<Optional<Position>> open(boolean latest, long now) {
        AtomicReference<@Nullable String> asked = incarnation;
        String known = asked.get();
        if (known != null) {
            return readState(known, latest, now)
                    .thenCompose(found -> found.isPresent() ? CompletableFuture.completedFuture(found) : reopen(now));
        }
        return tree.findName(sequence, latest, watch).thenCompose(name -> {
            String found =
                    name.map(znode -> znode.as(NameRecord.class).incarnation()).orElse(null);
            if (found == null) {
                return latest ? CompletableFuture.completedFuture(Optional.empty()) : reopen(now);
            }
            asked.set(found);
            return readState(found, latest, now)
                    .thenCompose(state ->
                            state.isPresent() || latest ? CompletableFuture.completedFuture(state) : reopen(now));
        });
    }

    /** Reads all again in its present state: our server's earlier answers are obsolete. */
    private CompletableFuture<Optional<Position>> reopen(long now) {
        forget();
        return open(true, now);
    }

    private CompletableFuture<Optional<Position>> readState(String incarnationRead, boolean latest, long now) {
        String path = SequencePaths.state(sequence, incarnationRead);
        return (latest ? tree.readLatest(path, null) : tree.read(path))
                .thenCompose(state -> state.isEmpty()
                        ? CompletableFuture.completedFuture(Optional.empty())
                        : complete(Position.of(incarnationRead, state.get(), now, latest)));
    }

    /** Ranges are read once: those that lie apart change only when there are more of them. */
    private CompletableFuture<Optional<Position>> complete(Position read) {
        Position known = last;
        RangeList ranges = read.record().ranges();
        SequenceRecord state = known != null && known.incarnation().equals(read.incarnation())
                ? read.record().withRanges(ranges.readAs(known.record().ranges()))
                : read.record();
        return WholeStates.complete(tree, sequence, read.incarnation(), state).thenApply(whole -> {
            Position completed = read.with(whole);
            last = completed;
            return Optional.of(completed);
        });
    }
}
