package io.snowkeeper.embedded.member;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.store.SteadyClock;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.embedded.id.LeasedIdSource;
import io.snowkeeper.embedded.id.SortableIds;
import io.snowkeeper.sequences.SequenceSettings;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.sequences.fleet.FleetSequences;
import io.snowkeeper.sequences.fleet.SequenceConnector;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A part that a process has in its fleet by one worker id, together with the ids that it may issue. Thread-safe, once it has joined. */
public final class LeasedWorker implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LeasedWorker.class);

    private static final MembershipStatus NOT_JOINED = new MembershipStatus(
            Phase.LATENT,
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            false,
            OptionalLong.empty(),
            Optional.of(new MembershipProblem(UnavailableReason.NOT_STARTED, "the node is starting")));

    private final MillisClock clock;
    private final Coordinator coordinator;
    private final SequenceConnector connector;
    private final CoordinationTimes times;
    private final LeasedIdSource ids;
    private final SortableIds sortableIds;
    private final ReadinessLog readiness;
    private final CompletableFuture<Void> firstLease = new CompletableFuture<>();
    private volatile @Nullable FleetMembership membership;
    private volatile @Nullable Sequences sequences;
    private @Nullable Sequences unserved;

    /**
     * Makes one whose threads take one id at a time, with the sequences of its coordinator's fleet.
     *
     * @param stopwatch as {@link System#nanoTime}
     * @param coordinator how it takes part in its fleet
     */
    public LeasedWorker(MemberSettings settings, MillisClock clock, LongSupplier stopwatch, Coordinator coordinator) {
        this(settings, clock, stopwatch, coordinator, FleetSequences.by(coordinator));
    }

    /**
     * Makes one whose threads take one id at a time.
     *
     * @param stopwatch as {@link System#nanoTime}
     * @param coordinator how it takes part in its fleet
     * @param connector how it comes to the fleet's sequences
     */
    public LeasedWorker(
            MemberSettings settings,
            MillisClock clock,
            LongSupplier stopwatch,
            Coordinator coordinator,
            SequenceConnector connector) {
        this(settings, 1, clock, stopwatch, coordinator, connector, new CoordinationTimes());
    }

    /**
     * @param perThreadRuns how many snowflake ids a thread takes at a time, as a generator has it; 1 for no runs
     * @param stopwatch as {@link System#nanoTime}
     * @param coordinator how it takes part in its fleet
     * @param connector how it comes to the fleet's sequences
     * @param times where renewals are noted
     */
    LeasedWorker(
            MemberSettings settings,
            int perThreadRuns,
            MillisClock clock,
            LongSupplier stopwatch,
            Coordinator coordinator,
            SequenceConnector connector,
            CoordinationTimes times) {
        this.clock = settings.isTotallyOrdered() ? new SteadyClock(clock, stopwatch) : clock;
        this.coordinator = coordinator;
        this.connector = connector;
        this.times = times;
        this.readiness = new ReadinessLog(this.clock);
        this.ids = new LeasedIdSource(
                settings.layout(),
                this.clock,
                settings.maxRollbackWait(),
                perThreadRuns,
                settings.firstSequence(),
                () -> membershipStatus().problem(),
                stopwatch);
        this.sortableIds =
                new SortableIds(this.clock, stopwatch, () -> membershipStatus().problem());
    }

    /** Returns the snowflake ids that are issued under its leases. */
    public LeasedIdSource ids() {
        return ids;
    }

    /** Returns the sortable ids that are issued under its leases. */
    public SortableIds sortableIds() {
        return sortableIds;
    }

    /** Returns the fleet's sequences, empty before {@link #join} has found the fleet. */
    public Optional<Sequences> sequences() {
        return Optional.ofNullable(sequences);
    }

    /** Looks at the whole fleet. */
    public CompletionStage<FleetView> view() {
        FleetMembership joined = membership;
        return joined == null
                ? CompletableFuture.failedStage(
                        new FleetViewUnavailableException(UnavailableReason.NOT_STARTED, "the node is starting"))
                : joined.view();
    }

    /** Returns a future that completes when the first lease is held: closing from then on hands the worker id back. */
    public CompletableFuture<Void> firstLease() {
        return firstLease;
    }

    /**
     * Begins to claim a worker id, and to serve the fleet's sequences.
     *
     * @param issued how many ids the node has given out, empty if that is not known
     * @throws io.snowkeeper.coordinator.StateDirectoryException if the state directory cannot be used
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     */
    public void join(MemberSettings settings, Optional<LongSupplier> issued) {
        FleetMembership joined = claim(settings, issued);
        openSequences(settings, joined);
    }

    private void openSequences(MemberSettings settings, FleetMembership joined) {
        Sequences made = connector.connect(
                SequenceSettings.of(settings.connectString(), settings.node(), settings.sessionTimeout())
                        .withTimeout(settings.sequenceTimeout())
                        .withMaxSkew(settings.maxSkew())
                        .withSecurity(settings.security()),
                () -> Optional.ofNullable(joined.fleet().getNow(null)));
        synchronized (this) {
            unserved = made;
        }
        joined.note(made::seen);
        // Each of the two must know the other one's finding before it goes on.
        var told = CompletableFuture.allOf(
                joined.restored().thenAccept(made::refuse), made.restored().thenAccept(joined::report));
        // Not before: the sequences' connections may lead to another fleet than that of the ids.
        var unused = CompletableFuture.anyOf(told, joined.fleet().thenAccept(fleet -> serve()));
    }

    private synchronized void serve() {
        Sequences made = unserved;
        if (made != null) {
            unserved = null;
            made.start();
            sequences = made;
        }
    }

    private void closeSequences() {
        Optional<Sequences> left;
        synchronized (this) {
            left = Optional.ofNullable(unserved).or(this::sequences);
            unserved = null;
        }
        left.ifPresent(Sequences::close);
    }

    /**
     * As {@link #join}, but without the fleet's sequences: for a further worker id of a node that serves them already.
     * {@link #openSequences} serves them later.
     *
     * @throws io.snowkeeper.coordinator.StateDirectoryException if the state directory cannot be used
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     */
    public void claim(MemberSettings settings) {
        var unused = claim(settings, Optional.empty());
    }

    /**
     * Begins to serve the fleet's sequences, where {@link #claim} has joined it. Called once at the most.
     *
     * @param settings as they were at the claim
     * @throws IllegalArgumentException if the files for TLS cannot be used
     */
    public void openSequences(MemberSettings settings) {
        openSequences(settings, requireNonNull(membership, "it has not joined its fleet"));
    }

    private FleetMembership claim(MemberSettings settings, Optional<LongSupplier> issued) {
        FleetMembership joined = coordinator.membership(settings, clock, new Leases(), issued);
        membership = joined;
        joined.start();
        return joined;
    }

    /**
     * Checks the node's state, and logs its changes. Called by one thread, a few times a second.
     *
     * @param margin how long ids have to go on for the node to be ready
     * @return why this node cannot become part of the fleet without another configuration, empty if it can. A node that
     *     was part of it is better left running: it reports the reason to its clients, and a restart might not see it.
     */
    public Optional<String> check(Duration margin) {
        MembershipStatus status = membershipStatus();
        ids.noteSequences();
        readiness.note(status, ids.refusal().or(sortableIds::refusal), margin);
        return status.phase() == Phase.FAILED && !firstLease.isDone()
                ? status.problem().map(MembershipProblem::text)
                : Optional.empty();
    }

    /** Stops issuing, then gives back the rest of the blocks of sequences, and the worker id. */
    @Override
    public void close() {
        stopIssuing();
        closeSequences();
        handOver();
    }

    private long stopIssuing() {
        return Math.max(ids.close(), sortableIds.close());
    }

    /** Stops issuing and gives back the worker id. Sequences go on until {@link #close}. */
    public void handOver() {
        long lastMillis = stopIssuing();
        FleetMembership joined = membership;
        if (joined == null) {
            return;
        }
        joined.status().workerId().ifPresent(workerId -> log.info("stopping: worker id {} is handed back", workerId));
        joined.leave(lastMillis);
    }

    public LeaseCounts counts() {
        FleetMembership joined = membership;
        return joined == null ? new LeaseCounts(0, 0, 0, 0) : joined.counts();
    }

    /** Returns how it stands in the fleet. */
    public MembershipStatus membershipStatus() {
        FleetMembership joined = membership;
        return joined == null ? NOT_JOINED : joined.status();
    }

    private final class Leases implements LeaseListener {

        @Override
        public void granted(WorkerLease lease) {
            sortableIds.granted(lease);
            ids.granted(lease);
        }

        @Override
        public void held(WorkerLease lease) {
            // Not when it is granted: a caller that closes as soon as this completes must hand the worker id back.
            firstLease.complete(null);
        }

        @Override
        public void renewalTried(WorkerLease lease, long nanos, boolean renewed) {
            times.renewals(renewed).add(nanos);
        }

        @Override
        public void lost(WorkerLease lease, String reason) {
            ids.lost(lease, reason);
            sortableIds.lost(lease, reason);
        }
    }
}
