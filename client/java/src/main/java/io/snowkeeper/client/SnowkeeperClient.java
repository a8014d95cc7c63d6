package io.snowkeeper.client;

import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SnowkeeperException;
import io.snowkeeper.core.api.TooManyCallsException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceSummary;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableKind;
import io.snowkeeper.core.sortable.SortableUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * A client of a fleet of Snowkeeper nodes. Thread-safe; a program needs one.
 *
 * <p>Any server may answer a call, within the deadline. If a server refuses for now, does not answer in time, or its
 * connection breaks, the call goes on to another one, and its caller sees nothing of it. No id is ever handed out
 * twice: ids that came too late, or not to the right request, are thrown away.
 *
 * <p>Connections are opened when they are first needed, and closed when they were not used for a minute. One thread
 * serves them all. {@link #async} has the same calls for callers that must not wait.
 */
public final class SnowkeeperClient implements Ids, AutoCloseable {

    private final AsyncSnowkeeperClient async;
    private final BlockingCalls blocking;

    SnowkeeperClient(AsyncSnowkeeperClient async) {
        this.async = async;
        this.blocking = new BlockingCalls(async.runtime());
    }

    /** Returns a builder. All but the servers has a default. */
    public static SnowkeeperClientBuilder builder() {
        return new SnowkeeperClientBuilder();
    }

    /** Returns the same client, whose calls do not wait. */
    public AsyncSnowkeeperClient async() {
        return async;
    }

    /**
     * Returns an id that is unique in the fleet.
     *
     * @throws UnavailableException if no server gave one before the deadline
     * @throws RefusedException if a server has a defect
     * @throws TooManyCallsException if too many calls wait already
     * @throws CallInterruptedException if the thread is interrupted meanwhile
     * @throws ClosedException if the client is closed
     * @throws IllegalStateException if it is called on the client's own thread, in a callback of a stage
     */
    @Override
    public long next() {
        async.runtime().requireThreadThatMayWait();
        Long prefetched = async.takePrefetched();
        return prefetched == null ? blocking.await(async::fetch) : prefetched;
    }

    /**
     * Returns several ids, increasing, from one server. They are made when they are asked for, never prefetched.
     *
     * @param count how many; 1 to 1,000,000, and up to the servers' limit, 100,000 by default
     * @throws IllegalArgumentException if the count is out of its range
     * @throws RefusedException if a server allows fewer
     * @throws SnowkeeperException as {@link #next}
     */
    @Override
    public long[] next(int count) {
        return blocking.await(() -> async.next(count));
    }

    /**
     * Returns an id that is larger than another one of the fleet, whichever server gave that one.
     *
     * @param after the other id, at least 0
     * @throws IllegalArgumentException if it is negative
     * @throws SnowkeeperException as {@link #next}; servers whose clocks are more than 250 ms behind the other id refuse, and others are asked
     */
    @Override
    public long nextAfter(long after) {
        return blocking.await(() -> async.nextAfter(after));
    }

    /**
     * Returns an id of 16 bytes that is unique in the fleet.
     *
     * @param unit the unit of its time
     * @throws RefusedException if the servers have none: they were started without ZooKeeper
     * @throws SnowkeeperException as {@link #next}
     */
    @Override
    public SortableId nextSortable(SortableUnit unit) {
        return next(SortableKind.of(unit));
    }

    /**
     * Returns several ids of 16 bytes, increasing, from one server.
     *
     * @param unit the unit of their time
     * @param count how many; 1 to 1,000,000, and up to the servers' limit, 100,000 by default
     * @throws IllegalArgumentException if the count is out of its range
     * @throws RefusedException if a server allows fewer, or the servers have none
     * @throws SnowkeeperException as {@link #next}
     */
    @Override
    public List<SortableId> nextSortable(SortableUnit unit, int count) {
        return blocking.await(() -> async.nextSortable(unit, count));
    }

    /**
     * Returns a UUID of version 7 that no other call gets.
     *
     * @throws RefusedException if the servers have none: they were started without ZooKeeper
     * @throws SnowkeeperException as {@link #next}
     */
    @Override
    public UUID nextUuid() {
        return next(SortableKind.UUID_V7).toUuid();
    }

    private SortableId next(SortableKind kind) {
        async.runtime().requireThreadThatMayWait();
        SortableId prefetched = async.takePrefetched(kind);
        return prefetched == null ? blocking.await(() -> async.fetch(kind, Function.identity())) : prefetched;
    }

    /**
     * Returns several UUIDs of version 7, increasing as bytes and as text, from one server.
     *
     * @param count how many; 1 to 1,000,000, and up to the servers' limit, 100,000 by default
     * @throws IllegalArgumentException if the count is out of its range
     * @throws RefusedException if a server allows fewer, or the servers have none
     * @throws SnowkeeperException as {@link #next}
     */
    @Override
    public List<UUID> nextUuids(int count) {
        return blocking.await(() -> async.nextUuids(count));
    }

    /**
     * Returns access to a named sequence. Nothing is sent, and it need not exist.
     *
     * @param name 1 to 128 of A-Z, a-z, 0-9, {@code .}, {@code _}, {@code :} and {@code -}
     * @throws IllegalArgumentException if the name is none
     */
    public SequenceClient sequence(String name) {
        return new SequenceClient(async.sequence(name));
    }

    /**
     * Returns the names of all sequences, in their order. They are asked for in pages, each with the deadline of a call; one that
     * is created or deleted meanwhile may be among them or not.
     *
     * @throws SnowkeeperException as {@link #next}
     */
    public List<String> sequenceNames() {
        return blocking.await(async::sequenceNames);
    }

    /**
     * Returns a page of the names of all sequences.
     *
     * @param after the name that it comes after, of a sequence or not, 1 to 1,000 characters; empty for the first page
     * @param limit how many names at the most; 1 to {@value Page#MAX_LIMIT}
     * @throws IllegalArgumentException if an argument is out of its range
     * @throws SnowkeeperException as {@link #next}
     */
    public Page<String> sequenceNames(Optional<String> after, int limit) {
        return blocking.await(() -> async.sequenceNames(after, limit));
    }

    /**
     * Returns a page of all sequences, and how each stands. The data may be a second old.
     *
     * @param after the name that it comes after, of a sequence or not, 1 to 1,000 characters; empty for the first page
     * @param limit how many sequences at the most; 1 to {@value Page#MAX_LIMIT}
     * @throws IllegalArgumentException if an argument is out of its range
     * @throws SnowkeeperException as {@link #next}
     */
    public Page<SequenceSummary> sequences(Optional<String> after, int limit) {
        return blocking.await(() -> async.sequences(after, limit));
    }

    /**
     * Closes the client: calls that were made before are answered or reach their deadline, new ones are refused. Returns when
     * that is done, or at once on the client's own thread, or if the thread is interrupted. Does nothing but wait if it was
     * closed before.
     */
    @Override
    public void close() {
        async.runtime().close();
    }
}
