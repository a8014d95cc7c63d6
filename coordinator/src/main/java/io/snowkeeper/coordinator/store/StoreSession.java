package io.snowkeeper.coordinator.store;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A session with the store. Its requests are carried out in the order in which they are made, and none is ever repeated. Once it has
 * ended, all fail.
 *
 * <p>Futures fail with {@link NoAnswerException} where there was no answer, which for a write means that it may be done now,
 * later, or never; for a read, that the answer may be larger than the client takes. They fail with {@link StoreDeniedException}
 * where we may not read. Thread-safe.
 */
public interface StoreSession {

    /** Any version will do, for a {@link Change}. */
    int ANY_VERSION = -1;

    /** Returns its identity among all sessions, which is not known before the first answer. */
    long id();

    /** Reads a record as the server that we are connected to knows it; empty if there is none. */
    default CompletableFuture<Optional<StoredRecord>> read(String path) {
        return read(path, null);
    }

    /** Reads as {@link #read(String)} does; if there is a record, the watch is called once when it changes. */
    CompletableFuture<Optional<StoredRecord>> read(String path, @Nullable Watch watch);

    /**
     * Reads several records by one request, at a tenth of the store's cost of one request for each. They need not be of
     * the same moment. Fails if one of them cannot be read, and if all together are more than the client takes.
     *
     * @param paths at least one
     * @return in the order of the paths, empty for those that are not there
     */
    CompletableFuture<List<Optional<StoredRecord>>> readAll(List<String> paths);

    /** Looks at a record without its payload. The watch is called once when it changes, or is made if there is none. */
    CompletableFuture<Optional<RecordStamp>> stamp(String path, @Nullable Watch watch);

    /** Reads the names of a record's children, in no order; empty if there is no such record. */
    default CompletableFuture<Optional<RecordChildren>> children(String path) {
        return children(path, null);
    }

    /** Reads as {@link #children(String)} does; if there is a record, the watch is called once when it has others, or is deleted. */
    CompletableFuture<Optional<RecordChildren>> children(String path, @Nullable Watch watch);

    /**
     * Lets the server catch up with its leader: reads after it see every write that was acknowledged before it. Not so
     * where a leader was replaced and has not heard of it; {@link #confirm} is for that.
     */
    CompletableFuture<@Nullable Void> sync();

    /**
     * Makes a write that changes nothing. It is done if a majority of the servers takes it, from their present leader, and reads
     * after it see every write that was acknowledged before it.
     *
     * @param path a record
     * @return whether the record is there
     */
    CompletableFuture<Boolean> confirm(String path);

    /**
     * Does all of the changes or none.
     *
     * @return for each change its stamp, null for creations, deletions and checks, which have none. Fails with
     *     {@link WriteRefusedException} if the store has answered that it was not done
     */
    CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes);

    /**
     * Creates a record, the fleet's root, and all parents, where they do not exist. Fails with
     * {@link WriteRefusedException} if the record cannot be created; its parents may have been.
     */
    CompletableFuture<@Nullable Void> ensure(String path);
}
