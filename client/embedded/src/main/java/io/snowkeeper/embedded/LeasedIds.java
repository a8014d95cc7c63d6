package io.snowkeeper.embedded;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.zookeeper.ZooKeeperCoordinator;
import io.snowkeeper.core.Checks;
import io.snowkeeper.core.GeneratorClosedException;
import io.snowkeeper.core.IdRun;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.ReservationExhaustedException;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.WaitInterruptedException;
import io.snowkeeper.core.api.CallInterruptedException;
import io.snowkeeper.core.api.ClosedException;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.api.NumberSequence;
import io.snowkeeper.core.api.SnowkeeperException;
import io.snowkeeper.core.api.Unavailability;
import io.snowkeeper.core.api.UnavailableException;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableKind;
import io.snowkeeper.core.sortable.SortableUnit;
import io.snowkeeper.embedded.id.HighestSequences;
import io.snowkeeper.embedded.id.NoWorkerIdException;
import io.snowkeeper.embedded.member.CoordinationTimes;
import io.snowkeeper.embedded.member.LeasedWorker;
import io.snowkeeper.embedded.member.LeasedWorkers;
import io.snowkeeper.embedded.member.MemberReport;
import io.snowkeeper.embedded.sequence.InProcessSequence;
import io.snowkeeper.sequences.Sequences;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An embedded member of a fleet: ids from the memory of this process, under worker ids that it leases as a node does,
 * and hands back when it is closed. No other member of the fleet, node or embedded, issues the same id.
 *
 * <p>Ids of 8 bytes increase over all threads, and with {@link LeasedIdsOptions#perThreadRuns runs per thread}, those
 * of each thread do. With several worker ids a thread keeps to one of them, and takes another one only while that is
 * not held: ids of one worker id increase.
 *
 * <p>A call waits for the next tick where the present one is used up, and for a clock that went back by no more than
 * {@link LeasedIdsOptions.Builder#maxRollbackWait}. If it cannot go on, it throws an {@link UnavailableException} with
 * the same reason as a node; {@link #refusal} returns it without a call.
 *
 * <p>Thread-safe; making ids takes no lock, and a single id of 8 bytes allocates nothing. A few daemon threads keep the
 * lease.
 */
public final class LeasedIds implements Ids, MemberReport, AutoCloseable {

    private final LeasedIdsOptions options;
    private final MemberSettings fleet;
    private final LeasedWorkers members;
    private final LeasedWorker[] workers;
    private final MemberWatch watch;

    /**
     * The generator of the last lease, where there is one worker id: each step on the way to it would cost a tenth of
     * an id. Once its lease has ended it is closed, and another one is looked for.
     */
    private volatile @Nullable SnowflakeGenerator lastSeen;

    // Guarded by this.
    private boolean sequencesOpened;

    private volatile boolean closed;

    /** Done once all is handed back, or was tried to be. */
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private LeasedIds(LeasedIdsOptions options, MemberSettings fleet, MillisClock clock, Coordinator coordinator) {
        this.options = options;
        this.fleet = fleet;
        this.members = new LeasedWorkers(fleet, options.workerIds(), options.perThreadRuns(), clock, coordinator);
        this.workers = members.all().toArray(LeasedWorker[]::new);
        this.watch = new MemberWatch(members, this::refusal, options.listener());
    }

    /**
     * Joins a fleet, and waits for a worker id.
     *
     * <p>Each call makes a member of its own, also within one process: with a session of its own with ZooKeeper, and with other
     * worker ids.
     *
     * @param connectString ZooKeeper's servers as {@code host:port[,host:port…][/chroot]}; without a chroot, that is {@value
     *     MemberSettings#DEFAULT_CHROOT}
     * @return a member that holds a worker id; if {@link LeasedIdsOptions#joinWait} is 0, one that may not hold any yet
     * @throws UnavailableException if no worker id is to be had within the time, or never without other options: the fleet's layout
     *     is another one; or the clock went back over a restart. The message says why
     * @throws io.snowkeeper.coordinator.StateDirectoryException if the state directory cannot be used, or is in use
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     * @throws CallInterruptedException if the thread is interrupted while it waits; it stays interrupted
     */
    public static LeasedIds join(String connectString, LeasedIdsOptions options) {
        return join(connectString, options, MillisClock.wall(), new ZooKeeperCoordinator());
    }

    static LeasedIds join(String connectString, LeasedIdsOptions options, MillisClock clock, Coordinator coordinator) {
        LeasedIds ids = new LeasedIds(options, options.fleet(connectString), clock, coordinator);
        boolean joined = false;
        try {
            ids.members.claim(ids.fleet);
            ids.watch.start();
            ids.awaitWorkerId();
            joined = true;
            return ids;
        } finally {
            if (!joined) {
                ids.close();
            }
        }
    }

    private void awaitWorkerId() {
        if (options.joinWait().isZero()) {
            return;
        }
        CompletableFuture<?> any = CompletableFuture.anyOf(
                members.all().stream().map(LeasedWorker::firstLease).toArray(CompletableFuture[]::new));
        try {
            CompletableFuture.anyOf(any, watch.failure()).get(options.joinWait().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            Unavailability why = refusal()
                    .orElseGet(() -> new Unavailability(UnavailableReason.NO_WORKER_ID, "it is being claimed"));
            throw new UnavailableException(
                    "not joined within %s ms: %s".formatted(options.joinWait().toMillis(), why.text()),
                    Optional.of(why.reason()));
        } catch (ExecutionException e) {
            throw new AssertionError("neither fails", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallInterruptedException();
        }
        if (!any.isDone()) {
            throw new UnavailableException(
                    "not in the fleet: " + watch.failure().join(), refusal().map(Unavailability::reason));
        }
    }

    @Override
    public long next() {
        SnowflakeGenerator known = lastSeen;
        if (known != null) {
            try {
                return known.next();
            } catch (GeneratorClosedException e) {
                // Its lease has ended: there is another one, or none.
            } catch (IdUnavailableException e) {
                throw failure(e);
            }
        }
        return nextOfLease();
    }

    private long nextOfLease() {
        if (workers.length == 1) {
            lastSeen = workers[0].ids().generator().orElse(null);
        }
        try {
            return own().ids().next();
        } catch (IdUnavailableException | NoWorkerIdException e) {
            return fromAnother(e, worker -> worker.ids().next());
        }
    }

    /** {@inheritDoc} All are of one worker id. */
    @Override
    public long[] next(int count) {
        long[] ids = new long[requireCount(count)];
        return drawn(worker -> {
            worker.ids().next(ids);
            return ids;
        });
    }

    /** {@inheritDoc} */
    @Override
    public long nextAfter(long after) {
        Checks.requireAtLeast("after", after, 0);
        return drawn(worker -> worker.ids().nextAfter(after));
    }

    /**
     * Returns a run of consecutive ids of one tick.
     *
     * @param maxCount how many at the most; 1 to {@value #MAX_BATCH}
     * @return as many as the tick has left, at least one
     * @throws UnavailableException if none can be had now; the call can be made again
     */
    public IdRun nextRun(int maxCount) {
        Checks.requireWithin("maxCount", maxCount, 1, MAX_BATCH);
        return drawn(worker -> worker.ids().nextRun(maxCount));
    }

    /** {@inheritDoc} The first id of a lease that counts seconds may take to the end of a second. */
    @Override
    public SortableId nextSortable(SortableUnit unit) {
        return drawn(worker -> worker.sortableIds().next(SortableKind.of(unit)));
    }

    /** {@inheritDoc} All are of one worker id. The list is expanded on access, and never changes. */
    @Override
    public List<SortableId> nextSortable(SortableUnit unit, int count) {
        requireCount(count);
        return sixteenBytes(SortableKind.of(unit), count);
    }

    @Override
    public UUID nextUuid() {
        return drawn(worker -> worker.sortableIds().next(SortableKind.UUID_V7)).toUuid();
    }

    /** {@inheritDoc} All are of one worker id. */
    @Override
    public List<UUID> nextUuids(int count) {
        return sixteenBytes(SortableKind.UUID_V7, count).stream()
                .map(SortableId::toUuid)
                .toList();
    }

    private List<SortableId> sixteenBytes(SortableKind kind, int count) {
        requireCount(count);
        return drawn(worker -> worker.sortableIds().next(kind, count));
    }

    private static int requireCount(int count) {
        Checks.requireWithin("count", count, 1, MAX_BATCH);
        return count;
    }

    private <T> T drawn(Function<LeasedWorker, T> draw) {
        try {
            return draw.apply(own());
        } catch (IdUnavailableException | NoWorkerIdException e) {
            return fromAnother(e, draw);
        }
    }

    /** Threads keep to one worker id each, so that they contend for none where there are several, and the ids of each increase. */
    private LeasedWorker own() {
        return workers.length == 1
                ? workers[0]
                : workers[(int) (Thread.currentThread().getId() % workers.length)];
    }

    /** @param first the refusal by the thread's own worker id */
    private <T> T fromAnother(RuntimeException first, Function<LeasedWorker, T> draw) {
        if (isOfOneLease(first)) {
            for (LeasedWorker worker : workers) {
                if (worker.ids().workerId().isEmpty()) {
                    continue;
                }
                try {
                    return draw.apply(worker);
                } catch (IdUnavailableException | NoWorkerIdException e) {
                    if (!isOfOneLease(e)) {
                        throw failure(e);
                    }
                }
            }
        }
        throw failure(first);
    }

    /** Returns whether another worker id may do. A clock that went back is refused by all that have made ids since, and may be by this alone. */
    private static boolean isOfOneLease(RuntimeException refusal) {
        return refusal instanceof NoWorkerIdException || refusal instanceof ReservationExhaustedException;
    }

    private SnowkeeperException failure(RuntimeException refusal) {
        if (closed) {
            return closed();
        }
        if (refusal instanceof WaitInterruptedException) {
            return new CallInterruptedException();
        }
        UnavailableReason reason = refusal instanceof IdUnavailableException unavailable
                ? unavailable.reason()
                : ((NoWorkerIdException) refusal).reason();
        return new UnavailableException(String.valueOf(refusal.getMessage()), Optional.of(reason));
    }

    private ClosedException closed() {
        return new ClosedException("member " + options.member().node());
    }

    /**
     * Returns a sequence of the fleet, served in this process. The first call opens the connections that sequences need; nothing
     * is asked of ZooKeeper before numbers are.
     *
     * @param name 1 to 128 of A-Z, a-z, 0-9, '.', '_', ':' and '-', and not '.' or '..'
     * @throws IllegalArgumentException if that is no name of a sequence
     * @throws ClosedException after {@link #close}
     */
    public NumberSequence sequence(String name) {
        NumberSequence sequence = new InProcessSequence(name, options.member().node(), this::sequences);
        openSequences();
        return sequence;
    }

    private synchronized void openSequences() {
        if (closed) {
            throw closed();
        }
        if (!sequencesOpened) {
            workers[0].openSequences(fleet);
            sequencesOpened = true;
        }
    }

    private Sequences sequences() {
        if (closed) {
            throw closed();
        }
        return workers[0]
                .sequences()
                .orElseThrow(() -> new UnavailableException(
                        "member %s has not joined its fleet yet: it does not serve sequences"
                                .formatted(options.member().node()),
                        Optional.of(UnavailableReason.NOT_STARTED)));
    }

    /** Returns the member's name. */
    public String name() {
        return options.member().node();
    }

    /** Returns the layout of the ids of 8 bytes. */
    public Layout layout() {
        return options.member().layout();
    }

    @Override
    public Set<Long> workerIds() {
        return members.workerIds();
    }

    /** Returns whether a call for an id, of any kind, would get one now, or after a short wait. Issues nothing. */
    public boolean isReady() {
        return refusal().isEmpty();
    }

    /**
     * Returns the refusal that a call for an id would get now: the same reason as a node's, and its text. Empty if each
     * kind of id would be had. Issues nothing, and never waits.
     */
    public Optional<Unavailability> refusal() {
        Optional<Unavailability> first = Optional.empty();
        for (LeasedWorker worker : workers) {
            Optional<Unavailability> refusal =
                    worker.ids().refusal().or(() -> worker.sortableIds().refusal());
            if (refusal.isEmpty()) {
                return refusal;
            }
            first = first.or(() -> refusal);
        }
        return first;
    }

    @Override
    public List<MembershipStatus> memberships() {
        return members.memberships();
    }

    @Override
    public List<LeaseCounts> leaseCounts() {
        return members.leaseCounts();
    }

    @Override
    public CoordinationTimes times() {
        return members.times();
    }

    @Override
    public HighestSequences highestSequences() {
        return members.highestSequences();
    }

    /**
     * Stops making ids, and hands the worker ids back, so that others may have them at once. When this returns, no
     * thread gets another id. Takes a moment; up to 25 s if ZooKeeper does not answer, and the worker ids rest then
     * until their reservations have passed. Idempotent: a concurrent call waits for the first one.
     */
    @Override
    public void close() {
        boolean first;
        synchronized (this) {
            first = !closed;
            closed = true;
        }
        if (!first) {
            ended.join();
            return;
        }
        try {
            watch.close();
            members.close();
        } finally {
            ended.complete(null);
        }
    }
}
