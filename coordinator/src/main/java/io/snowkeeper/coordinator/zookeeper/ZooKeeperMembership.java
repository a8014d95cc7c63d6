package io.snowkeeper.coordinator.zookeeper;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.coordinator.LeaseCounts;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.StateDirectoryException;
import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import io.snowkeeper.coordinator.zookeeper.client.ConnectionNews;
import io.snowkeeper.coordinator.zookeeper.client.Denial;
import io.snowkeeper.coordinator.zookeeper.client.EnsembleClients;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.WatchedEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Membership in a fleet whose leases ZooKeeper keeps. Drives a {@link LeaseKeeper} from one thread, at a steady pace and
 * whenever something happened, and keeps the state directory ahead of the clock from another.
 */
public final class ZooKeeperMembership implements FleetMembership {

    private static final Logger log = LoggerFactory.getLogger(ZooKeeperMembership.class);

    private static final Duration LEAVE_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration VIEW_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration FLOOR_POLL = Duration.ofMillis(20);
    private static final int RETRY_PAUSE_MILLIS = 100;

    private final FleetSettings settings;
    private final CuratorFramework client;
    private final NodeStateStore store;
    private final LocalReservation local;
    private final FleetIdentity identity;
    private final ClockCheck clockCheck;
    private final CurrentLease lease;
    private final FormerLife formerLife;
    private final LeaseKeeper keeper;
    private final FleetViews views;
    private final OpenZnodes openZnodes;
    private final PacedThread leaseThread = new PacedThread("snowkeeper-lease", this::round);
    private final PacedThread stateThread = new PacedThread("snowkeeper-state", this::keepAhead);
    private final Obstacles obstacles = new Obstacles();
    private final Absence absence;
    private final AtomicReference<Phase> lifeCycle = new AtomicReference<>(Phase.LATENT);

    private final ConnectionNews news = new ConnectionNews();
    private final LongAdder sessionLosses = new LongAdder();

    private volatile boolean connected;
    private volatile boolean loginRefused;
    private volatile @Nullable MembershipProblem failure;

    /** When the client was last made anew to log in again. Used by the lease's thread only. */
    private long loginTriedNanos = System.nanoTime() - EnsembleClients.LOGIN_PAUSE.toNanos();

    private ZooKeeperMembership(
            FleetSettings settings,
            CuratorFramework client,
            NodeStateStore store,
            MillisClock clock,
            LeaseListener listener,
            Optional<LongSupplier> issued) {
        this.settings = settings;
        this.client = client;
        this.store = store;
        FleetTree tree = new FleetTree(client);
        ClaimKeeper claims =
                new ClaimKeeper(tree, settings, clock, issued.map(count -> new IssueRate(count, System::nanoTime)));
        local = new LocalReservation(store, clock);
        identity = new FleetIdentity(tree, settings.layout(), new Restoration(settings));
        clockCheck = new ClockCheck(claims, clock, settings.maxSkew());
        lease = new CurrentLease(local, clock, listener, this::isOpen);
        formerLife = FormerLife.of(store, settings);
        keeper = new LeaseKeeper(
                tree,
                new SlotTransactions(client),
                settings,
                clock,
                identity,
                claims,
                clockCheck,
                formerLife,
                lease,
                leaseThread::poke);
        FleetReader reader = new FleetReader(
                client, clock, identity::joined, settings.layout().workers());
        absence = new Absence(settings.connectString(), settings.security().tls());
        openZnodes = new OpenZnodes(client, settings.security().login().isPresent());
        views = new FleetViews(reader::read, System::nanoTime, VIEW_TIMEOUT);
    }

    /**
     * Makes a membership that is not started yet, and takes hold of the state directory.
     *
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     * @throws StateDirectoryException if the state directory cannot be used
     */
    public static ZooKeeperMembership create(FleetSettings settings, MillisClock clock, LeaseListener listener) {
        return create(settings, clock, listener, Optional.empty());
    }

    /**
     * As {@link #create(FleetSettings, MillisClock, LeaseListener)}, and tells the fleet how many ids are given out.
     *
     * @param issued how many ids the node has given out so far, empty if that is not known; thread-safe
     */
    public static ZooKeeperMembership create(
            FleetSettings settings, MillisClock clock, LeaseListener listener, Optional<LongSupplier> issued) {
        EnsembleAddress address = EnsembleAddress.parse(settings.connectString());
        CuratorFramework client = EnsembleClients.builder(
                        address.servers(), settings.sessionTimeout(), settings.security())
                .namespace(address.root())
                // A round that fails is tried again by the next one.
                .retryPolicy(new RetryOneTime(RETRY_PAUSE_MILLIS))
                .build();
        NodeStateStore store = settings.stateDirectory()
                .<NodeStateStore>map(StateDirectory::open)
                .orElseGet(NodeStateStore::none);
        return new ZooKeeperMembership(settings, client, store, clock, listener, issued);
    }

    @Override
    public void start() {
        if (!lifeCycle.compareAndSet(Phase.LATENT, Phase.CLAIMING)) {
            throw new IllegalStateException("membership was started or closed before");
        }
        client.getConnectionStateListenable().addListener((source, state) -> connectionChanged(state));
        client.getCuratorListenable().addListener((source, event) -> noteLogin(event));
        client.start();
        leaseThread.start(Duration.ofMillis(Math.min(1_000, settings.window().toMillis() / 10)));
        stateThread.start(Duration.ofMillis(Math.min(1_000, store.aheadMillis() / 4)));
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
                toOptionalLong(granted.map(held -> held.slot().reservedUntilMillis())),
                connected,
                toOptionalLong(clockCheck.lastMeasured().map(ClockSkew::millis)),
                phase == Phase.CLAIMING ? obstacle() : Optional.ofNullable(failure));
    }

    @Override
    public LeaseCounts counts() {
        return new LeaseCounts(
                lease.renewals(), lease.losses(), sessionLosses.sum(), formerLife.clockWentBack() ? 1 : 0);
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
            // Of a lease that is granted from now on, the caller's figure says nothing.
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
        Future<Boolean> done = leaseThread.submit(() -> keeper.leave(lastIssuedMillis, knownToCaller));
        try {
            done.get(LEAVE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            log.warn("worker id was not handed back, it rests until its reservation has passed: {}", e.toString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void shutDown(Phase before) {
        if (before == Phase.CLOSED) {
            return;
        }
        boolean stateStopped = stateThread.stop(STOP_TIMEOUT);
        boolean leaseStopped = leaseThread.stop(STOP_TIMEOUT);
        client.close();
        if (stateStopped && leaseStopped) {
            store.close();
        } else {
            // Whoever took the directory up now would not see what is still being written.
            log.warn("a thread is still busy, so the state directory is kept until this process ends");
        }
    }

    private boolean isOpen() {
        return lifeCycle.get() == Phase.CLAIMING;
    }

    private void connectionChanged(ConnectionState state) {
        connected = state.isConnected();
        if (news.holds(state)) {
            if (state == ConnectionState.LOST) {
                sessionLosses.increment();
            }
            log.info("ZooKeeper {}: {}", settings.connectString(), state);
        }
        leaseThread.poke();
    }

    /**
     * To Curator, ZooKeeper is away when it refuses a login. Both states are heard of here, since listeners of Curator's own
     * states may be told of a connection after it was refused.
     */
    private void noteLogin(CuratorEvent event) {
        WatchedEvent watched = event.getWatchedEvent();
        if (watched == null) {
            return;
        }
        switch (watched.getState()) {
            case SyncConnected -> loginRefused = false;
            case AuthFailed -> {
                loginRefused = settings.security().login().isPresent();
                leaseThread.poke();
            }
            default -> {
                // Tells nothing of the login.
            }
        }
    }

    private void round() {
        if (!isOpen()) {
            return;
        }
        try {
            if (loginRefused) {
                logInAgain();
                throw new ObstacleException(Kind.DENIED, Denial.LOGIN_REFUSED);
            }
            if (!connected) {
                throw absence.met();
            }
            absence.end();
            keeper.round();
            obstacles.passed();
            openZnodes.warnOnce();
        } catch (ObstacleException e) {
            if (e.kind() == Kind.DENIED && !lease.wasGranted()) {
                fail(e.problem());
            } else {
                meet(e);
            }
        } catch (FleetFailedException e) {
            fail(e.problem());
        } catch (RuntimeException e) {
            meet(new ObstacleException(Kind.UNFORESEEN, "a round of the lease failed unforeseen: " + e, e));
        }
    }

    private void logInAgain() {
        long now = System.nanoTime();
        if (!lease.wasGranted() || now - loginTriedNanos < EnsembleClients.LOGIN_PAUSE.toNanos()) {
            return;
        }
        loginTriedNanos = now;
        EnsembleClients.logInAgain(client);
    }

    private void meet(ObstacleException obstacle) {
        if (!isOpen()) {
            // Interrupted, or ZooKeeper's client is closed already.
            return;
        }
        obstacles.met(obstacle);
        if (obstacle.kind() == Kind.FLOOR_AHEAD) {
            leaseThread.pokeIn(FLOOR_POLL);
        }
    }

    private void fail(MembershipProblem reason) {
        failure = reason;
        if (lifeCycle.compareAndSet(Phase.CLAIMING, Phase.FAILED)) {
            log.error("no part in the fleet: {}", reason.text());
        }
    }

    private void keepAhead() {
        boolean failedBefore = local.failure().isPresent();
        try {
            local.keepAhead();
        } catch (IOException e) {
            if (!failedBefore && isOpen()) {
                log.warn("ids can be issued up to {} only: {}", Instant.ofEpochMilli(limitMillis()), e.getMessage());
            }
        } catch (RuntimeException e) {
            log.error("the state was not written, in a way that is not foreseen", e);
        }
    }

    private long limitMillis() {
        HeldSlot held = lease.held();
        return held == null ? 0 : held.reservation().limitMillis();
    }

    private Optional<MembershipProblem> obstacle() {
        Optional<String> disk = local.failure();
        if (disk.isPresent()) {
            return disk.map(text -> new MembershipProblem(UnavailableReason.NO_WORKER_ID, text));
        }
        return connected || loginRefused
                ? obstacles.present()
                : Optional.of(new MembershipProblem(UnavailableReason.ZOOKEEPER_AWAY, absence.describe()));
    }

    private static OptionalLong toOptionalLong(Optional<Long> value) {
        return value.map(OptionalLong::of).orElse(OptionalLong.empty());
    }
}
