package io.snowkeeper.sequences.catalogue;

import io.snowkeeper.coordinator.log.RepeatLimit;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.record.SequencePaths;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The names below the parent of the sequences, in their order. They are read again only when one was created or deleted, and kept as
 * long as there is memory for them. Thread-safe.
 */
public final class SequenceNames {

    private static final Logger log = LoggerFactory.getLogger(SequenceNames.class);

    private final RepeatLimit repeats = new RepeatLimit(System::nanoTime);

    /** So many names of 128 letters, with four bytes each beside them, are below the 1 MiB that a usual connection takes. */
    private static final int USUAL = 7_000;

    private final SequenceStore tree;
    private final BulkConnection bulk;

    private volatile SoftReference<Names> last = new SoftReference<>(null);
    private @Nullable CompletableFuture<Names> reading;

    /**
     * Names as they were read.
     *
     * @param changed the transaction that created or deleted one last
     * @param sorted the names
     */
    private record Names(long changed, List<String> sorted) {}

    /**
     * @param tree the znodes over the connection that numbers go over
     * @param bulk for more names than that connection bears
     */
    public SequenceNames(SequenceStore tree, BulkConnection bulk) {
        this.tree = tree;
        this.bulk = bulk;
    }

    /** Returns the names as they are at least since now. They may be of znodes that are no sequences. */
    public CompletableFuture<List<String>> latest() {
        return tree.stampLatest(SequencePaths.SEQUENCES)
                .thenCompose(
                        stamp -> stamp.isEmpty() ? CompletableFuture.completedFuture(List.of()) : asOf(stamp.get()));
    }

    private CompletableFuture<List<String>> asOf(RecordStamp stamp) {
        Names known = last.get();
        if (known != null && known.changed() == stamp.childrenChanged()) {
            return CompletableFuture.completedFuture(known.sorted());
        }
        CompletableFuture<Names> present;
        synchronized (this) {
            present = reading;
            if (present == null) {
                reading = new CompletableFuture<>();
            }
        }
        if (present == null) {
            return read(stamp.children());
        }
        // Another caller's read may be older than a name that this caller knows.
        return present.handle((read, failure) -> failure == null)
                .thenCompose(read -> read
                        ? latest()
                        : CompletableFuture.failedFuture(new NoAnswerException("the names were not read")));
    }

    private CompletableFuture<List<String>> read(int count) {
        CompletableFuture<Names> read;
        try {
            read = (count <= USUAL ? tree : bulk.tree())
                    .childrenLatest(SequencePaths.SEQUENCES)
                    .thenApply(SequenceNames::names);
        } catch (NoAnswerException e) {
            read = CompletableFuture.failedFuture(e);
        } catch (RuntimeException e) {
            // Such as a file of the connection's that is just being written. The next call tries again.
            repeats.admit("")
                    .ifPresent(skipped -> log.warn(
                            "the names of the sequences cannot be read: {}{}",
                            e.getMessage(),
                            RepeatLimit.timesMore(skipped)));
            read = CompletableFuture.failedFuture(
                    new NoAnswerException("no connection for many names can be opened: " + e.getMessage()));
        }
        return read.whenComplete(this::wereRead).thenApply(Names::sorted);
    }

    private static Names names(Optional<RecordChildren> parent) {
        return parent.map(found -> new Names(
                        found.stamp().childrenChanged(),
                        found.names().stream().sorted().toList()))
                .orElseGet(() -> new Names(0, List.of()));
    }

    private void wereRead(@Nullable Names read, @Nullable Throwable failure) {
        CompletableFuture<Names> waiting;
        if (read != null) {
            last = new SoftReference<>(read);
        }
        synchronized (this) {
            waiting = reading;
            reading = null;
        }
        if (waiting != null && read != null) {
            waiting.complete(read);
        } else if (waiting != null) {
            waiting.completeExceptionally(failure == null ? new NoAnswerException("no names") : failure);
        }
    }
}
