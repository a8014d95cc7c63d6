package io.snowkeeper.coordinator.zookeeper.sequence;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Znodes of a sequence as of the state's version that its lane knows: none changes without that version. */
final class ReadCache {

    private final Map<String, Optional<Znode>> known = new HashMap<>();

    boolean knows(String path) {
        return known.containsKey(path);
    }

    /** Returns what a path was read as; it must be known. */
    Optional<Znode> get(String path) {
        return requireNonNull(known.get(path), path);
    }

    void put(String path, Optional<Znode> znode) {
        known.put(path, znode);
    }

    /** Forgets what a write of ours has changed. */
    void forget(Collection<String> paths) {
        known.keySet().removeAll(paths);
    }

    /** Keeps memory bounded; everything can be read again. */
    void trim(int max) {
        if (known.size() > max) {
            known.clear();
        }
    }

    void clear() {
        known.clear();
    }
}
