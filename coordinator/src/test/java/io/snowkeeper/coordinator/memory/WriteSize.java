package io.snowkeeper.coordinator.memory;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowkeeper.coordinator.store.Change;
import java.util.List;

/** The size of a write on its way to ZooKeeper, from a client without a login. */
final class WriteSize {

    /** The most that a server accepts of one client at once, ZooKeeper's default. */
    static final long MAX_TAKEN = 1024 * 1024;

    private static final long HEADER = 9;
    private static final int ACL = 27;

    private WriteSize() {}

    static long of(List<Change> changes) {
        return HEADER + changes.stream().mapToLong(WriteSize::of).sum();
    }

    private static long of(Change change) {
        long path = HEADER
                + 2 * Integer.BYTES
                + MemoryEnsemble.described(change.path()).getBytes(UTF_8).length;
        if (change instanceof Change.Create create) {
            return path + Integer.BYTES + create.payload().length + ACL;
        } else if (change instanceof Change.Set set) {
            return path + Integer.BYTES + set.payload().length;
        }
        return path;
    }
}
