package io.snowkeeper.coordinator.sequence.plan;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.store.StoredRecord;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The records of a sequence as of the state's version that its writer knows: none changes without that version. */
public final class ReadCache {

    private final Map<String, Optional<StoredRecord>> known = new HashMap<>();

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

    /** Takes in reads that have been answered. */
    public void take(Map<String, CompletableFuture<Optional<StoredRecord>>> reads) {
        reads.forEach((path, read) -> put(path, read.join()));
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
    }
}
