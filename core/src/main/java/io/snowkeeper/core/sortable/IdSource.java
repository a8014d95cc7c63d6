package io.snowkeeper.core.sortable;

import io.snowkeeper.core.IdUnavailableException;
import java.util.Optional;

/** The source of a generator's ids; each is handed out once. Thread-safe. */
interface IdSource {

    SortableId next();

    /** Writes an id; there is room for it. */
    void next(byte[] target, int offset);

    /** Writes ids one after another; there is room for them. */
    void next(byte[] target, int offset, int count);

    /** Returns ids of one tick, {@code maxCount} at most. */
    SortableIdRun nextRun(int maxCount);

    /** As {@link #nextRun}, but never waits: empty if a time has to come first. */
    Optional<SortableIdRun> tryNextRun(int maxCount);

    Optional<IdUnavailableException> refusal();

    long lastMillis();

    long close();
}
