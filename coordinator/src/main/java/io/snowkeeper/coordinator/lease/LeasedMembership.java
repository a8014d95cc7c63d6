package io.snowkeeper.coordinator.lease;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.fleet.ClockSkew;
import io.snowkeeper.coordinator.fleet.FleetFailedException;
import io.snowkeeper.coordinator.fleet.FleetReader;
import io.snowkeeper.coordinator.fleet.FleetRecord;
import io.snowkeeper.coordinator.fleet.FleetTree;
import io.snowkeeper.coordinator.fleet.FleetViews;
import io.snowkeeper.coordinator.fleet.LeaseProblemException;
import io.snowkeeper.coordinator.fleet.LeaseProblemException.Kind;
import io.snowkeeper.coordinator.fleet.SlotTransactions;
import io.snowkeeper.coordinator.progress.SeenSequence;
import io.snowkeeper.coordinator.progress.SequenceNotes;
import io.snowkeeper.coordinator.state.LocalReservation;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.store.ConnectionNews;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.StoreState;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership in a fleet whose leases a store keeps. Drives a {@link LeaseKeeper} on one executor, at a steady pace and
 * whenever something happened, and keeps the state directory ahead of the clock on another.
 */
public final class LeasedMembership implements FleetMembership {

    private static final Logger log = LoggerFactory.getLogger(LeasedMembership.class);

    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration VIEW_TIMEOUT = Duration.ofSeconds(2);

    private final MemberSettings settings;
    private final CoordinationStore store;
    private final NodeStateStore state;
    private final Environment environment;
    private final FleetTree tree;
    private final LocalReservation local;
    private final FleetIdentity identity;
    private final ClockCheck clockCheck;
    private final CurrentLease lease;
    private final PreviousRun previousRun;
    private final LeaseKeeper keeper;
    private final FleetViews views;
    private final PacedWork rounds;
    private final PacedWork savings;
    private final ProgressNotes notes;
    private volatile Supplier<List<SeenSequence>> seen = List::of;
    private final LeaseProblems problems = new LeaseProblems();
    private final AtomicReference<Phase> lifeCycle = new AtomicReference<>(Phase.LATENT);

    private final ConnectionNews news = new ConnectionNews();
    private final LongAdder sessionLosses = new LongAdder();

    private volatile boolean connected;
    private volatile boolean loginRefused;
    private final CompletableFuture<String> restored = new CompletableFuture<>();
    private volatile @Nullable MembershipProblem failure;

    /** When we tried last to log in again. Used by rounds only. */
    private long loginTriedNanos;

    /** Whether the rights of the fleet's records are to be looked at. Used by rounds only. */
    private boolean rightsUnknown;

    /**
     * Makes a membership that is not started yet.
     *
     * @param store not started yet; started and closed by the membership
     * @param state the state directory; closed by the membership
     * @param environment how the lease's thread waits
     * @param issued how many ids the node has given out so far, empty if that is not known; thread-safe
     * @param executors used and shut down by the membership alone
     */
    public LeasedMembership(
            MemberSettings settings,
            CoordinationStore store,
            NodeStateStore state,
            MillisClock clock,
            Environment environment,
            LeaseListener listener,
            Optional<LongSupplier> issued,
            Executors executors) {
        this.settings = settings;
        this.store = store;
        this.state = state;
        this.environment = environment;
        this.loginTriedNanos = environment.nanoTime() - CoordinationStore.LOGIN_PAUSE.toNanos();
        this.rightsUnknown = settings.security().login().isPresent();
        tree = new FleetTree(store, environment);
        rounds = new PacedWork("the lease", executors.lease(), this::round);
        savings = new PacedWork("the state", executors.state(), this::keepAhead);
        ClaimKeeper claims = new ClaimKeeper(
                tree, settings, clock, issued.map(count -> new IssueRate(count, environment::nanoTime)));
        local = new LocalReservation(state, clock);
        identity = new FleetIdentity(tree, settings);
        clockCheck = new ClockCheck(claims, clock, settings.maxSkew());
        lease = new CurrentLease(local, clock, listener, this::isOpen);
        previousRun = PreviousRun.of(state, settings);
        notes = new ProgressNotes(previousRun.notes());
        keeper = new LeaseKeeper(
                tree,
                new SlotTransactions(store, environment),
                settings,
                clock,
                identity,
                claims,
                clockCheck,
                previousRun,
                lease,
                new Restores(tree, settings, local, state, notes::latest, () -> seen.get(), rounds::poke),
                rounds::poke,
                environment);
        FleetReader reader = new FleetReader(
                store, clock, identity::joined, settings.layout().workers());
        views = new FleetViews(reader::read, environment::nanoTime, VIEW_TIMEOUT);
    }

    /**
     * The executors of a membership. Each does one thing at a time.
     *
     * @param lease for rounds, which wait for the store
     * @param state for writing to the disk
     */
    public record Executors(ScheduledExecutorService lease, ScheduledExecutorService state) {}

    @Override
    public void start() {
        if (!lifeCycle.compareAndSet(Phase.LATENT, Phase.CLAIMING)) {
            throw new IllegalStateException("membership was started or closed before");
        }
        store.listen(this::stateChanged);
        store.start();
        rounds.start(Duration.ofMillis(Math.min(1_000, settings.window().toMillis() / 10)));
        savings.start(Duration.ofMillis(Math.min(1_000, state.aheadMillis() / 4)));
    }

    @Override
    public CompletableFuture<String> fleet() {
        return identity.id();
    }

    @Override
    public CompletableFuture<String> restored() {
        return restored.copy();
    }

    @Override
    public void note(Supplier<List<SeenSequence>> sequences) {
        seen = sequences;
    }

    @Override
    public void report(String evidence) {
        keeper.report(evidence);
        rounds.poke();
    }

    @Override
    public MembershipStatus status() {
        Phase phase = requireNonNull(lifeCycle.get());
        Optional<HeldSlot> granted =
                Optional.ofNullable(lease.held()).filter(held -> phase == Phase.CLAIMING && held.granted());
        return new MembershipStatus(
                granted.isPresent() ? Phase.HOLDING : phase,
                identity.joined().map(FleetRecord::id),
                toOptionalLong(granted.map(HeldSlot::workerId)),
                toOptionalLong(granted.map(held -> held.reservation().limitMillis())),
                toOptionalLong(granted.map(this::goesOnUntilMillis)),
                connected,
                toOptionalLong(clockCheck.lastMeasured().map(ClockSkew::millis)),
                phase == Phase.CLAIMING ? problem() : Optional.ofNullable(failure));
    }

    @Override
    public LeaseCounts counts() {
        return new LeaseCounts(
                lease.renewals(), lease.losses(), sessionLosses.sum(), previousRun.clockWentBack() ? 1 : 0);
    }

    @Override
    public CompletionStage<FleetView> view() {
        return lifeCycle.get() == Phase.LATENT
                ? CompletableFuture.failedStage(
                        new FleetViewUnavailableException(UnavailableReason.NOT_STARTED, "the node is starting"))
                : views.view();
    }

    @Override
    public void leave(long lastIssuedMillis) {
        Phase before = lifeCycle.getAndSet(Phase.CLOSED);
        if (before == Phase.CLAIMING) {
            // The caller's figure does not cover a lease that is granted from now on.
            HeldSlot known = lease.held();
            handBack(lastIssuedMillis, known != null && known.granted());
        }
        shutDown(before);
    }

    @Override
    public void close() {
        shutDown(lifeCycle.getAndSet(Phase.CLOSED));
    }

    private void handBack(long lastIssuedMillis, boolean knownToCaller) {
        CompletableFuture<Boolean> done = rounds.submit(() -> keeper.leave(lastIssuedMillis, knownToCaller));
        try {
            var unused = environment.await(done, LEAVE_TIMEOUT);
        } catch (TimeoutException | ExecutionException e) {
            log.warn("worker id was not handed back, it rests until its reservation has passed: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Not left to the thread that stops: it drops waiting tasks. */
    private void noteLast() {
        try {
            var unused = environment.await(savings.submit(() -> noteSequences(seen.get(), true)), STOP_TIMEOUT);
        } catch (TimeoutException | ExecutionException e) {
            log.warn("the progress of sequences was not recorded: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void shutDown(Phase before) {
        if (before == Phase.CLOSED) {
            return;
        }
        noteLast();
        boolean stateStopped = savings.stop(STOP_TIMEOUT);
        boolean leaseStopped = rounds.stop(STOP_TIMEOUT);
        store.close();
        if (stateStopped && leaseStopped) {
            state.close();
        } else {
            // A process that took the directory now would miss the writes still under way.
            log.warn("a thread is still busy, so the state directory is kept until this process ends");
        }
    }

    private boolean isOpen() {
        return lifeCycle.get() == Phase.CLAIMING;
    }

    private void stateChanged(StoreState now) {
        if (now.isOfConnection()) {
            connected = now.isConnected();
            if (connected) {
                keeper.reconnected();
            }
            if (news.holds(now)) {
                if (now == StoreState.LOST) {
                    sessionLosses.increment();
                }
                log.info("ZooKeeper {}: {}", settings.connectString(), now);
            }
        } else {
            loginRefused = now == StoreState.LOGIN_REFUSED
                    && settings.security().login().isPresent();
        }
        // A login is taken a moment before the connection is said to be there: a round would find it away.
        if (now != StoreState.LOGIN_TAKEN) {
            rounds.poke();
        }
    }

    private void round() {
        if (!isOpen()) {
            tellOthers();
            return;
        }
        try {
            if (loginRefused) {
                logInAgain();
                throw new LeaseProblemException(Kind.DENIED, store.diagnose().orElse("ZooKeeper refuses our login"));
            }
            if (!connected) {
                throw away();
            }
            keeper.round();
            problems.recovered();
            warnOfOpenRecords();
        } catch (LeaseProblemException e) {
            if (e.kind() == Kind.DENIED && !lease.wasGranted()) {
                fail(e.problem());
            } else {
                report(e);
            }
        } catch (FleetFailedException e) {
            fail(e.problem());
        } catch (RuntimeException e) {
            report(new LeaseProblemException(Kind.UNEXPECTED, "unexpected failure while renewing the lease: " + e, e));
        }
    }

    /** Also when no rounds are made any more: the connection may break just when ZooKeeper has come back. */
    private void tellOthers() {
        try {
            if (lifeCycle.get() == Phase.FAILED) {
                keeper.tellOthers();
            }
        } catch (LeaseProblemException e) {
            log.debug("the restore of a backup is not announced to other nodes yet: {}", e.getMessage());
        }
    }

    private void logInAgain() {
        long now = environment.nanoTime();
        if (lease.wasGranted() && now - loginTriedNanos >= CoordinationStore.LOGIN_PAUSE.toNanos()) {
            loginTriedNanos = now;
            var unused = store.logInAgain();
        }
    }

    private LeaseProblemException away() {
        Optional<String> diagnosis = store.diagnose();
        return new LeaseProblemException(
                diagnosis.isPresent() ? Kind.ZOOKEEPER_AWAY_DIAGNOSED : Kind.ZOOKEEPER_AWAY, describeAway(diagnosis));
    }

    private String describeAway(Optional<String> diagnosis) {
        return "ZooKeeper cannot be reached at " + settings.connectString()
                + diagnosis.map(reason -> ": " + reason).orElse("");
    }

    private void warnOfOpenRecords() {
        if (!rightsUnknown) {
            return;
        }
        List<String> open = tree.openRecords();
        rightsUnknown = false;
        if (!open.isEmpty()) {
            log.warn(
                    "every client of ZooKeeper has access to {}, although this node logs in: they were created without a login; once all nodes log in, close them with zkCli.sh, addauth digest USER:PASSWORD, then setAcl -R {} auth::cdrwa",
                    String.join(", ", open),
                    store.describe(""));
        }
    }

    private void report(LeaseProblemException problem) {
        if (!isOpen()) {
            // Interrupted, or ZooKeeper's client is closed already.
            return;
        }
        problems.report(problem);
        problem.again().ifPresent(rounds::pokeIn);
    }

    private void fail(MembershipProblem reason) {
        failure = reason;
        if (lifeCycle.compareAndSet(Phase.CLAIMING, Phase.FAILED)) {
            log.error("not in the fleet: {}", reason.text());
        }
        if (reason.reason() == UnavailableReason.ENSEMBLE_RESTORED) {
            restored.complete(reason.text());
        }
    }

    private void keepAhead() {
        boolean failedBefore = local.failure().isPresent();
        List<SeenSequence> now = seen.get();
        now.forEach(sequence -> local.saw(sequence.written().transaction()));
        try {
            local.keepAhead();
            if (failedBefore && local.failure().isEmpty()) {
                rounds.poke();
            }
        } catch (IOException e) {
            if (!failedBefore && isOpen()) {
                log.warn("ids can be issued up to {} only: {}", Instant.ofEpochMilli(limitMillis()), e.getMessage());
            }
        } catch (RuntimeException e) {
            log.error("unexpected failure while writing the state file", e);
        }
        noteSequences(now, false);
    }

    private boolean noteSequences(List<SeenSequence> now, boolean ends) {
        boolean failedBefore = notes.isUnsaved();
        try {
            Optional<SequenceNotes> changed = notes.look(now, ends);
            if (changed.isPresent()) {
                state.saveNotes(changed.get());
                notes.saved();
            }
        } catch (IOException e) {
            if (!failedBefore) {
                log.warn("the progress of sequences is not recorded: {}", e.getMessage());
            }
        } catch (RuntimeException e) {
            log.error("unexpected failure while recording the progress of sequences", e);
        }
        return !notes.isUnsaved();
    }

    private long goesOnUntilMillis(HeldSlot granted) {
        long reserved = granted.slot().reservedUntilMillis();
        long limit = granted.reservation().limitMillis();
        // A reservation that was revoked this moment has no end.
        return local.failure().isPresent() && limit != Long.MIN_VALUE ? Math.min(reserved, limit) : reserved;
    }

    private long limitMillis() {
        HeldSlot held = lease.held();
        return held == null ? 0 : held.reservation().limitMillis();
    }

    private Optional<MembershipProblem> problem() {
        Optional<String> disk = local.failure();
        if (disk.isPresent()) {
            return disk.map(text -> new MembershipProblem(UnavailableReason.NO_WORKER_ID, text));
        }
        return connected || loginRefused
                ? problems.present()
                : Optional.of(new MembershipProblem(UnavailableReason.ZOOKEEPER_AWAY, describeAway(store.diagnose())));
    }

    private static OptionalLong toOptionalLong(Optional<Long> value) {
        return value.map(OptionalLong::of).orElse(OptionalLong.empty());
    }
}
