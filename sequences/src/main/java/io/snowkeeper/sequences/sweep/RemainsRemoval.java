package io.snowkeeper.sequences.sweep;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import io.snowkeeper.sequences.access.BulkConnection;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.record.NameRecord;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The removal of deleted sequences' remains, some hundred znodes in a transaction, or fewer where servers take less, on
 * a thread of its own: however many there are, sweeping goes on beside it. Two nodes that remove the same do each other
 * no harm.
 */
final class RemainsRemoval {

    private static final Logger log = LoggerFactory.getLogger(RemainsRemoval.class);

    /** Some 100 KB of paths. */
    private static final int MOST_AT_ONCE = 400;

    private final BulkConnection bulk;
    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final ExecutorService thread;

    /** How many znodes go into a transaction, fewer once servers refused that many. Used by the thread only. */
    private int atOnce = MOST_AT_ONCE;

    RemainsRemoval(BulkConnection bulk, ExecutorService thread) {
        this.bulk = bulk;
        this.thread = thread;
    }

    /**
     * Begins to remove the remains of former sequences of a name, and the name if there is none now; does nothing if
     * that is under way.
     */
    void begin(String name) {
        if (underWay.add(name)) {
            try {
                thread.execute(() -> run(name));
            } catch (RejectedExecutionException e) {
                log.debug("the node stops");
            }
        }
    }

    void stop() {
        stopped.set(true);
        thread.shutdownNow();
    }

    private void run(String name) {
        try {
            remove(bulk.tree(), name);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            // The next sweep finds it again.
            log.debug("not all that sequence {} left was removed: {}", name, e.getMessage());
        } finally {
            underWay.remove(name);
        }
    }

    private void remove(SequenceStore tree, String name)
            throws InterruptedException, ExecutionException, TimeoutException {
        // The children before the name, which is at least as new, whichever server we are connected to: a child that it
        // does not name existed before, and is obsolete.
        List<String> children = tree.await(tree.children(SequencePaths.name(name)));
        Optional<StoredRecord> znode = tree.await(tree.readLatest(SequencePaths.name(name), null));
        if (znode.isEmpty()) {
            return;
        }
        String present = znode.get().as(NameRecord.class).incarnation();
        List<String> former = children.stream()
                .filter(child -> !Objects.equals(child, present))
                .map(child -> SequencePaths.incarnation(name, child))
                .toList();
        removeAll(tree, former);
        if (present == null) {
            tree.await(tree.write(List.of(new Change.Delete(
                    SequencePaths.name(name), znode.get().stamp().version()))));
        }
    }

    private void removeAll(SequenceStore tree, List<String> paths)
            throws InterruptedException, ExecutionException, TimeoutException {
        int from = 0;
        while (from < paths.size()) {
            int to = Math.min(paths.size(), from + atOnce);
            removeTogether(tree, new ArrayList<>(paths.subList(from, to)));
            from = to;
        }
    }

    /** Tries to remove some as they are, and empties those that are in the way. */
    private void removeTogether(SequenceStore tree, List<String> paths)
            throws InterruptedException, ExecutionException, TimeoutException {
        while (!paths.isEmpty() && !stopped.get()) {
            try {
                tree.await(tree.write(paths.stream()
                        .<Change>map(path -> new Change.Delete(path, StoreSession.ANY_VERSION))
                        .toList()));
                return;
            } catch (ExecutionException e) {
                if (e.getCause() instanceof NoAnswerException) {
                    // That may be for the size. The next sweep goes on, when there is a connection again.
                    halve();
                }
                if (!(e.getCause() instanceof WriteRefusedException refusal)) {
                    throw e;
                }
                if (refusal.change() == WriteRefusedException.WHOLE) {
                    if (paths.size() == 1) {
                        throw e;
                    }
                    halve();
                    removeAll(tree, paths);
                    return;
                }
                String inTheWay = paths.get(refusal.change());
                if (refusal.reason() == Refusal.NOT_EMPTY) {
                    removeChildren(tree, inTheWay);
                } else if (refusal.reason() == Refusal.MISSING) {
                    paths.remove(inTheWay);
                } else {
                    throw e;
                }
            }
        }
    }

    private void halve() {
        atOnce = Math.max(1, atOnce / 2);
    }

    private void removeChildren(SequenceStore tree, String parent)
            throws InterruptedException, ExecutionException, TimeoutException {
        List<String> children = tree.await(tree.children(parent)).stream()
                .map(child -> parent + "/" + child)
                .toList();
        removeAll(tree, children);
    }
}
