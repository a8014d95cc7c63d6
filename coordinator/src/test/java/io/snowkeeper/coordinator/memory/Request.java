package io.snowkeeper.coordinator.memory;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A request of a session that is under way.
 *
 * @param kind whether and how it is written
 * @param work the server's work, guarded by the ensemble
 */
record Request<T>(MemorySession session, Kind kind, Supplier<T> work, CompletableFuture<T> answer) {

    /** A kind of request. */
    enum Kind {
        /** The server's present state. */
        READ,
        /** To catch up with the leader that it knows. */
        SYNC,
        /** To catch up with a majority. */
        CONFIRM,
        /** A write. */
        WRITE
    }
}
