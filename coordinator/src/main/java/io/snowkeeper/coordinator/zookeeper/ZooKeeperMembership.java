package io.snowkeeper.coordinator.zookeeper;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.MembershipStatus.Phase;
import io.snowkeeper.coordinator.StateDirectoryException;
import io.snowkeeper.coordinator.zookeeper.LeaseKeeper.View;
import io.snowkeeper.coordinator.zookeeper.ObstacleException.Kind;
import io.snowkeeper.core.MillisClock;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.retry.RetryOneTime;
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
    private static final int RETRY_PAUSE_MILLIS = 100;
    private static final int FLOOR_POLL_MILLIS = 20;

    private final FleetSettings settings;
    private final CuratorFramework client;
    private final NodeStateStore store;
    private final LocalReservation local;
    private final LeaseKeeper keeper;
    private final ScheduledExecutorService leaseThread = singleThread("snowkeeper-lease");
    private final ScheduledExecutorService stateThread = singleThread("snowkeeper-state");
    private final AtomicReference<Phase> lifeCycle = new AtomicReference<>(Phase.LATENT);

    private volatile boolean connected;
    private volatile @Nullable ObstacleException obstacle;
    private volatile @Nullable String failure;

    private ZooKeeperMembership(
            FleetSettings settings,
            CuratorFramework client,
            NodeStateStore store,
            MillisClock clock,
            LeaseListener listener) {
        this.settings = settings;
        this.client = client;
        this.store = store;
        this.local = new LocalReservation(store, clock);
        this.keeper = new LeaseKeeper(
                new FleetTree(client),
                settings,
                clock,
                FormerLife.of(store, settings.maxRollbackWait(), settings.acceptClockRollback()),
                local,
                listener,
                this::poke);
    }

    /**
     * Makes a membership that is not started yet, and takes hold of the state directory.
     *
     * @throws IllegalArgumentException if ZooKeeper's address is malformed
     * @throws StateDirectoryException if the state directory cannot be used
     */
    public static ZooKeeperMembership create(FleetSettings settings, MillisClock clock, LeaseListener listener) {
        EnsembleAddress address = EnsembleAddress.parse(settings.connectString());
        int sessionMillis = Math.toIntExact(settings.sessionTimeout().toMillis());
        CuratorFramework client = CuratorFrameworkFactory.builder()
                .connectString(address.servers())
                .namespace(address.root())
                .sessionTimeoutMs(sessionMillis)
                .connectionTimeoutMs(sessionMillis)
                // A round that fails is tried again by the next one.
                .retryPolicy(new RetryOneTime(RETRY_PAUSE_MILLIS))
                // Containers are deleted when they are empty, and ticket numbers would start again.
                .dontUseContainerParents()
                .build();
        NodeStateStore store = settings.stateDirectory()
                .<NodeStateStore>map(StateDirectory::open)
                .orElseGet(NodeStateStore::none);
        return new ZooKeeperMembership(settings, client, store, clock, listener);
    }

    @Override
    public void start() {
        if (!lifeCycle.compareAndSet(Phase.LATENT, Phase.CLAIMING)) {
            throw new IllegalStateException("membership was started or closed before");
        }
        client.getConnectionStateListenable().addListener((source, state) -> connectionChanged(state));
        client.start();
        long pace = Math.min(1_000, settings.window().toMillis() / 10);
        Future<?> unusedRounds = leaseThread.scheduleWithFixedDelay(this::round, pace, pace, TimeUnit.MILLISECONDS);
        long aheadPace = Math.min(1_000, store.aheadMillis() / 4);
        Future<?> unusedWrites =
                stateThread.scheduleWithFixedDelay(this::keepAhead, aheadPace, aheadPace, TimeUnit.MILLISECONDS);
    }

    @Override
    public MembershipStatus status() {
        View view = keeper.view();
        Optional<HeldSlot> granted = Optional.ofNullable(view.held()).filter(HeldSlot::granted);
        Phase phase = requireNonNull(lifeCycle.get());
        return new MembershipStatus(
                phase == Phase.CLAIMING && granted.isPresent() ? Phase.HOLDING : phase,
                Optional.ofNullable(view.fleet()).map(FleetRecord::id),
                toOptionalLong(granted.map(HeldSlot::workerId)),
                toOptionalLong(granted.map(held -> held.reservation().limitMillis())),
                connected,
                toOptionalLong(Optional.ofNullable(view.skew()).map(ClockSkew::millis)),
                problem());
    }

    @Override
    public void leave(long lastIssuedMillis) {
        Phase before = lifeCycle.getAndSet(Phase.CLOSED);
        if (before == Phase.CLAIMING) {
            handBack(lastIssuedMillis);
        }
        shutDown(before);
    }

    @Override
    public void close() {
        shutDown(lifeCycle.getAndSet(Phase.CLOSED));
    }

    private void handBack(long lastIssuedMillis) {
        Future<Boolean> handedBack = leaseThread.submit(() -> keeper.leave(lastIssuedMillis));
        try {
            if (handedBack.get(LEAVE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            log.warn("worker id was not handed back: it is somebody else's now");
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
        leaseThread.shutdownNow();
        stateThread.shutdownNow();
        client.close();
        store.close();
    }

    private void connectionChanged(ConnectionState state) {
        connected = state.isConnected();
        log.info("ZooKeeper {}: {}", settings.connectString(), state);
        poke();
    }

    /** Has a round made soon; called from threads that must not block. */
    private void poke() {
        try {
            leaseThread.execute(this::round);
        } catch (RejectedExecutionException e) {
            log.debug("no round after the end: {}", e.getMessage());
        }
    }

    private void round() {
        if (lifeCycle.get() != Phase.CLAIMING) {
            return;
        }
        try {
            requireConnection();
            keeper.round();
            noteProgress();
        } catch (ObstacleException e) {
            noteObstacle(e);
        } catch (FleetFailedException e) {
            fail(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            log.error("a round of the lease failed in a way that is not foreseen; the next one tries again", e);
        }
    }

    private void requireConnection() {
        if (!connected) {
            throw new ObstacleException(
                    Kind.ZOOKEEPER_AWAY, "ZooKeeper cannot be reached at " + settings.connectString());
        }
    }

    private void noteProgress() {
        if (obstacle != null) {
            log.info("no obstacle any more: {}", keeper.view().held() == null ? "claiming" : "holding the lease");
        }
        obstacle = null;
    }

    private void noteObstacle(ObstacleException now) {
        ObstacleException before = obstacle;
        obstacle = now;
        if (before == null || before.kind() != now.kind()) {
            log.warn("{}", now.getMessage());
        }
        if (now.kind() == Kind.FLOOR_AHEAD) {
            Future<?> unused = leaseThread.schedule(this::round, FLOOR_POLL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void fail(String reason) {
        failure = reason;
        if (lifeCycle.compareAndSet(Phase.CLAIMING, Phase.FAILED)) {
            log.error("no part in the fleet: {}", reason);
        }
    }

    private void keepAhead() {
        try {
            local.keepAhead();
        } catch (IOException e) {
            log.warn("ids can be issued up to {} only: {}", Instant.ofEpochMilli(limitMillis()), e.getMessage());
        } catch (RuntimeException e) {
            log.error("the state was not written, in a way that is not foreseen", e);
        }
    }

    private long limitMillis() {
        HeldSlot held = keeper.view().held();
        return held == null ? 0 : held.reservation().limitMillis();
    }

    private Optional<String> problem() {
        if (failure != null) {
            return Optional.ofNullable(failure);
        }
        Optional<String> disk = local.failure();
        return disk.isPresent() ? disk : Optional.ofNullable(obstacle).map(Throwable::getMessage);
    }

    private static OptionalLong toOptionalLong(Optional<Long> value) {
        return value.map(OptionalLong::of).orElse(OptionalLong.empty());
    }

    private static ScheduledExecutorService singleThread(String name) {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
    }
}
