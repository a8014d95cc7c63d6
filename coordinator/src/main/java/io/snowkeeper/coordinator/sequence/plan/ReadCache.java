package io.snowkeeper.coordinator.sequence.plan;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.sequence.SequenceUnavailableException;
import io.snowkeeper.coordinator.sequence.access.Failures;
import io.snowkeeper.coordinator.store.StoredRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The records of a sequence as of the state's version that its writer knows: none changes without that version. */
public final class ReadCache {

    private final Map<String, Optional<StoredRecord>> known = new HashMap<>();

    /** What ZooKeeper did not let us read. Who may read what changes without the state's version, so it is forgotten soon. */
    private final Map<String, SequenceUnavailableException> denied = new HashMap<>();

    boolean knows(String path) {
        return known.containsKey(path);
    }

    /** Returns what a path was read as; it must be known. */
    Optional<StoredRecord> get(String path) {
        return requireNonNull(known.get(path), path);
    }

    void put(String path, Optional<StoredRecord> znode) {
        known.put(path, znode);
    }

    /**
     * Takes in reads that have ended.
     *
     * @param denial called with each denial
     * @return what one failed by otherwise, null if none did
     */
    @Nullable
    public Throwable take(
            Map<String, CompletableFuture<Optional<StoredRecord>>> reads,
            Consumer<SequenceUnavailableException> denial) {
        Throwable failure = null;
        for (Map.Entry<String, CompletableFuture<Optional<StoredRecord>>> read : reads.entrySet()) {
            try {
                put(read.getKey(), read.getValue().join());
            } catch (CompletionException e) {
                if (Failures.unwrap(e) instanceof SequenceUnavailableException refused) {
                    denied.put(read.getKey(), refused);
                    denial.accept(refused);
                } else {
                    failure = e;
                }
            }
        }
        return failure;
    }

    /** Returns why a path cannot be read, null if that is not known of it. */
    @Nullable
    SequenceUnavailableException denial(String path) {
        return denied.get(path);
    }

    public void forgetDenials() {
        denied.clear();
    }

    /** Forgets what a write of ours has changed. */
    void forget(Collection<String> paths) {
        known.keySet().removeAll(paths);
    }

    /** Keeps memory bounded; everything can be read again. */
    public void trim(int max) {
        if (known.size() > max) {
            known.clear();
        }
    }

    public void clear() {
        known.clear();
        denied.clear();
    }
}
