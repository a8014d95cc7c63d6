package io.snowkeeper.client;

import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.client.internal.dispatch.IdCall;
import io.snowkeeper.client.internal.dispatch.Prefetch;
import io.snowkeeper.client.internal.dispatch.PrefetchedIds;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.RefusedException;
import io.snowkeeper.core.api.SnowkeeperException;
import io.snowkeeper.core.api.TooManyCallsException;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * A client of a fleet of Snowkeeper nodes. Thread-safe; a program needs one.
 *
 * <p>A call is answered by whichever server can, within the deadline. If a server refuses for now, does not answer in time, or
 * its connection breaks, the call goes on to another one, and its caller sees nothing of it. No id is ever handed out twice:
 * what was asked for and came too late, or not to the right request, is thrown away.
 *
 * <p>Connections are opened when they are first needed, and closed when they were not used for a minute. One thread serves
 * them all. What hangs on the stages that are returned here runs on that thread unless it is given another one: it must
 * not block.
 */
public final class SnowkeeperClient implements Ids, AutoCloseable {

    private final ClientRuntime runtime;
    private final BlockingCalls blocking;
    private final Optional<Prefetch> prefetch;
    private final Optional<Token> token;

    /** @param token what is shown to servers before they change a sequence; empty for those that want none */
    SnowkeeperClient(ClientRuntime runtime, Optional<PrefetchLimits> limits, Optional<Token> token) {
        this.runtime = runtime;
        this.blocking = new BlockingCalls(runtime);
        this.prefetch = limits.map(given -> new Prefetch(
                given.size(),
                given.maxAge(),
                System::nanoTime,
                count -> runtime.submit(IdCall.prefetched(count, runtime.newDeadline()))));
        this.token = token;
    }

    /** Returns a builder. All but the servers has a default. */
    public static SnowkeeperClientBuilder builder() {
        return new SnowkeeperClientBuilder();
    }

    /**
     * Returns an id that nobody else gets.
     *
     * @throws UnavailableException if no server gave one before the deadline
     * @throws RefusedException if a server has a defect
     * @throws TooManyCallsException if too many calls wait already
     * @throws CallInterruptedException if the thread is interrupted meanwhile
     * @throws ClosedException if the client is closed
     * @throws IllegalStateException if it is called on the client's own thread, by what hangs on a stage
     */
    @Override
    public long next() {
        runtime.requireThreadThatMayWait();
        long prefetched = takePrefetched();
        return prefetched == PrefetchedIds.NONE ? blocking.await(this::one) : prefetched;
    }

    /**
     * Asks for an id that nobody else gets. If the caller cancels the stage's future, nobody gets the id.
     *
     * @return the id, or what {@link #next} throws
     */
    public CompletionStage<Long> nextAsync() {
        long prefetched = takePrefetched();
        return prefetched == PrefetchedIds.NONE ? one() : CompletableFuture.completedFuture(prefetched);
    }

    /**
     * Returns several ids, increasing, from one server. They are made when they are asked for, never prefetched.
     *
     * @param count how many; 1 to 1,000,000, and up to what the servers allow, 100,000 by default
     * @throws IllegalArgumentException if the count is out of its range
     * @throws RefusedException if a server allows fewer
     * @throws SnowkeeperException as {@link #next}
     */
    @Override
    public long[] next(int count) {
        return blocking.await(() -> many(count));
    }

    /**
     * Asks for several ids, as {@link #next} does.
     *
     * @throws IllegalArgumentException if the count is out of its range
     */
    public CompletionStage<long[]> nextAsync(int count) {
        return many(count);
    }

    /**
     * Returns an id of 16 bytes that nobody else gets.
     *
     * @param unit what its time is counted in
     * @throws RefusedException if the servers have none: they were started without ZooKeeper
     * @throws SnowkeeperException as {@link #next}
     */
    @Override
    public SortableId nextSortable(SortableUnit unit) {
        return blocking.await(() -> oneSortable(unit));
    }

    /** Asks for an id of 16 bytes, as {@link #nextSortable} does. If the caller cancels the stage's future, nobody gets the id. */
    public CompletionStage<SortableId> nextSortableAsync(SortableUnit unit) {
        return oneSortable(unit);
    }

    /**
     * Returns several ids of 16 bytes, increasing, from one server.
     *
     * @param unit what their time is counted in
     * @param count how many; 1 to 1,000,000, and up to what the servers allow, 100,000 by default
     * @throws IllegalArgumentException if the count is out of its range
     * @throws RefusedException if a server allows fewer, or the servers have none
     * @throws SnowkeeperException as {@link #next}
     */
    @Override
    public List<SortableId> nextSortable(SortableUnit unit, int count) {
        return blocking.await(() -> manySortable(unit, count));
    }

    /**
     * Asks for several ids of 16 bytes, as {@link #nextSortable} does.
     *
     * @throws IllegalArgumentException if the count is out of its range
     */
    public CompletionStage<List<SortableId>> nextSortableAsync(SortableUnit unit, int count) {
        return manySortable(unit, count);
    }

    /**
     * Returns access to a named sequence. Nothing is sent, and it need not exist.
     *
     * @param name 1 to 128 of A-Z, a-z, 0-9, {@code .}, {@code _}, {@code :} and {@code -}
     * @throws IllegalArgumentException if the name is none
     */
    public SequenceClient sequence(String name) {
        return new SequenceClient(name, runtime, token);
    }

    /**
     * Returns the names of all sequences, in their order. They are asked for in pages, each with the deadline of a call; one that
     * is created or deleted meanwhile may be among them or not.
     *
     * @throws SnowkeeperException as {@link #next}
     */
    public List<String> sequenceNames() {
        return blocking.await(() -> SequenceCalls.listAll(runtime));
    }

    /** Asks for the names of all sequences, as {@link #sequenceNames()} does. */
    public CompletionStage<List<String>> sequenceNamesAsync() {
        return SequenceCalls.listAll(runtime);
    }

    /**
     * Returns a page of the names of all sequences.
     *
     * @param after the name that it comes after, of a sequence or not, 1 to 1,000 characters; empty for the first page
     * @param limit how many names at the most; 1 to {@value SequenceNamesPage#MAX_LIMIT}
     * @throws IllegalArgumentException if an argument is out of its range
     * @throws SnowkeeperException as {@link #next}
     */
    public SequenceNamesPage sequenceNames(Optional<String> after, int limit) {
        return blocking.await(() -> SequenceCalls.list(runtime, after, limit));
    }

    /** Asks for a page of the names of all sequences, as {@link #sequenceNames(Optional, int)} does. */
    public CompletionStage<SequenceNamesPage> sequenceNamesAsync(Optional<String> after, int limit) {
        return SequenceCalls.list(runtime, after, limit);
    }

    /**
     * Returns a page of all sequences, and how each stands. What is told may be a second old.
     *
     * @param after the name that it comes after, of a sequence or not, 1 to 1,000 characters; empty for the first page
     * @param limit how many sequences at the most; 1 to {@value SequenceNamesPage#MAX_LIMIT}
     * @throws IllegalArgumentException if an argument is out of its range
     * @throws SnowkeeperException as {@link #next}; and if the servers are of a version that lists names alone
     */
    public SequencesPage sequences(Optional<String> after, int limit) {
        return blocking.await(() -> SequenceCalls.listStates(runtime, after, limit));
    }

    /** Asks for a page of all sequences, as {@link #sequences} does. */
    public CompletionStage<SequencesPage> sequencesAsync(Optional<String> after, int limit) {
        return SequenceCalls.listStates(runtime, after, limit);
    }

    /**
     * Closes the client: calls that were made before are answered or reach their deadline, new ones are refused. Returns when
     * that is done, or at once on the client's own thread, or if the thread is interrupted. Does nothing but wait if it was
     * closed before.
     */
    @Override
    public void close() {
        runtime.close();
    }

    ClientRuntime runtime() {
        return runtime;
    }

    /** Returns how many ids were taken from memory. */
    long prefetchHits() {
        return prefetch.map(Prefetch::hits).orElse(0L);
    }

    private IdCall<Long> one() {
        return runtime.submit(IdCall.one(runtime.newDeadline()));
    }

    private IdCall<long[]> many(int count) {
        requireBatch(count);
        return runtime.submit(IdCall.many(count, runtime.newDeadline()));
    }

    private IdCall<SortableId> oneSortable(SortableUnit unit) {
        return runtime.submit(IdCall.oneSortable(unit, runtime.newDeadline()));
    }

    private IdCall<List<SortableId>> manySortable(SortableUnit unit, int count) {
        requireBatch(count);
        return runtime.submit(IdCall.manySortable(unit, count, runtime.newDeadline()));
    }

    private static void requireBatch(int count) {
        if (count < 1 || count > MAX_BATCH) {
            throw new IllegalArgumentException("must be >= 1 && <= %s: count=%s".formatted(MAX_BATCH, count));
        }
    }

    private long takePrefetched() {
        return prefetch.isEmpty() || runtime.isClosing()
                ? PrefetchedIds.NONE
                : prefetch.get().take();
    }
}
