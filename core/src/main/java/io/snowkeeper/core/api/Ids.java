package io.snowkeeper.core.api;

import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableUnit;
import java.util.List;
import java.util.UUID;

/**
 * A source of ids that are unique in the fleet. Thread-safe.
 *
 * <p>Every method throws a {@link SnowkeeperException} if it cannot be done, and {@link IllegalArgumentException} for
 * an argument out of its range.
 */
public interface Ids {

    /** The most ids that one call may ask for. */
    int MAX_BATCH = 1_000_000;

    /**
     * Returns an id.
     *
     * @throws UnavailableException if none can be had now; the call can be made again
     */
    long next();

    /**
     * Returns an id that is larger than another one of the fleet, whichever process gave that one. So ids that are made one after the
     * other are in the order in which they were made, over all processes. The call waits for as long as the clocks of the two differ, and to
     * the end of the other id's tick.
     *
     * @param after the other id, at least 0
     * @throws UnavailableException if none can be had now, or the other id's time is more than 250 ms ahead of the clock that the new id
     *     is made by; the call can be made again
     */
    long nextAfter(long after);

    /**
     * Returns several ids, increasing.
     *
     * @param count how many; 1 to {@value #MAX_BATCH}, or the limit of the implementation
     * @throws UnavailableException if they cannot be had now; the call can be made again
     */
    long[] next(int count);

    /**
     * Returns an id of 16 bytes.
     *
     * @param unit the unit of its time
     * @throws UnavailableException if none can be had now; the call can be made again
     */
    SortableId nextSortable(SortableUnit unit);

    /**
     * Returns several ids of 16 bytes, increasing.
     *
     * @param unit the unit of their time
     * @param count how many; 1 to {@value #MAX_BATCH}, or the limit of the implementation
     * @throws UnavailableException if they cannot be had now; the call can be made again
     */
    List<SortableId> nextSortable(SortableUnit unit, int count);

    /**
     * Returns a UUID of version 7 (RFC 9562), made as {@link io.snowkeeper.core.sortable.UuidV7} says.
     *
     * @throws UnavailableException if none can be had now; the call can be made again
     */
    UUID nextUuid();

    /**
     * Returns several UUIDs of version 7, increasing as bytes and as text.
     *
     * @param count how many; 1 to {@value #MAX_BATCH}, or the limit of the implementation
     * @throws UnavailableException if they cannot be had now; the call can be made again
     */
    List<UUID> nextUuids(int count);
}
