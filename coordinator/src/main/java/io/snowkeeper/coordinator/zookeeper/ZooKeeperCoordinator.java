package io.snowkeeper.coordinator.zookeeper;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.ServerStanding;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WriteObserver;
import io.snowkeeper.coordinator.executor.SharedThreads;
import io.snowkeeper.coordinator.lease.FleetDiagnosis;
import io.snowkeeper.coordinator.lease.LeasedMembership;
import io.snowkeeper.coordinator.lease.WorkerIdRetirement;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.state.StateDirectory;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.SharedStore;
import io.snowkeeper.core.MillisClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.curator.retry.RetryForever;
import org.apache.curator.retry.RetryOneTime;

/**
 * The coordinator of fleets whose records ZooKeeper keeps. All memberships of one fleet share a session and a few threads. Thread-safe.
 */
public final class ZooKeeperCoordinator implements Coordinator {

    /** They wait, for ZooKeeper and for the disk: 64 worker ids renew and save in time where an answer takes 100 ms. */
    private static final int MAX_LEASE_THREADS = 8;

    private static final int RETRY_PAUSE_MILLIS = 500;

    private final SharedThreads leaseThreads = new SharedThreads("snowkeeper-lease", MAX_LEASE_THREADS);
    private final SharedThreads stateThreads = new SharedThreads("snowkeeper-state", MAX_LEASE_THREADS);
    private final Map<Connection, SharedStore> connections = new ConcurrentHashMap<>();
    private final WriteObserver observer;

    /** Makes a coordinator whose writes are not observed. */
    public ZooKeeperCoordinator() {
        this(WriteObserver.NONE);
    }

    private ZooKeeperCoordinator(WriteObserver observer) {
        this.observer = observer;
    }

    /** The settings that memberships must have in common to share a session. */
    private record Connection(String connectString, Duration sessionTimeout, StoreSecurity security) {

        ZooKeeperStore open(WriteObserver observer) {
            return ZooKeeperStore.create(connectString, sessionTimeout, security, observer);
        }
    }

    @Override
    public ZooKeeperCoordinator observedBy(WriteObserver told) {
        return new ZooKeeperCoordinator(told);
    }

    @Override
    public FleetMembership membership(
            MemberSettings settings, MillisClock clock, LeaseListener listener, Optional<LongSupplier> issued) {
        CoordinationStore store = share(settings);
        try {
            NodeStateStore state = settings.stateDirectory()
                    .<NodeStateStore>map(StateDirectory::open)
                    .orElseGet(NodeStateStore::none);
            return new LeasedMembership(
                    settings,
                    store,
                    state,
                    clock,
                    Environment.REAL,
                    listener,
                    issued,
                    new LeasedMembership.Executors(leaseThreads.executor(), stateThreads.executor()));
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    private CoordinationStore share(MemberSettings settings) {
        Connection connection =
                new Connection(settings.connectString(), settings.sessionTimeout(), settings.security());
        return connections
                .computeIfAbsent(connection, made -> new SharedStore(() -> made.open(observer)))
                .share();
    }

    @Override
    public CoordinationStore store(
            String connectString, Duration sessionTimeout, StoreSecurity security, int maxAnswerBytes) {
        return ZooKeeperStore.create(
                connectString,
                sessionTimeout,
                security,
                // For the election of the sweeper; numbers do not go this way.
                new RetryForever(RETRY_PAUSE_MILLIS),
                maxAnswerBytes,
                observer);
    }

    /**
     * Connects to a fleet's ZooKeeper, to retire a worker id.
     *
     * @param connectString as {@link MemberSettings#connectString()}
     * @param security how to log in to it, and whether over TLS
     * @param timeout how long to wait for a connection
     * @throws IllegalArgumentException if the address is malformed, or the files for TLS cannot be used
     * @throws CoordinatorUnavailableException if it cannot be reached
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public WorkerIdRetirement retirement(String connectString, StoreSecurity security, Duration timeout)
            throws InterruptedException {
        return new WorkerIdRetirement(connect(connectString, security, timeout), connectString, Environment.REAL);
    }

    /**
     * Connects to a fleet's ZooKeeper, to look whether a member with these settings would be let in.
     *
     * @param clock the member's
     * @param timeout how long to wait for a connection
     * @throws IllegalArgumentException if the address is malformed, or the files for TLS cannot be used
     * @throws CoordinatorUnavailableException if it cannot be reached
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public FleetDiagnosis diagnosis(MemberSettings settings, MillisClock clock, Duration timeout)
            throws InterruptedException {
        return new FleetDiagnosis(
                settings, connect(settings.connectString(), settings.security(), timeout), clock, Environment.REAL);
    }

    /**
     * Looks at each of ZooKeeper's servers by itself.
     *
     * @param connectString as {@link MemberSettings#connectString()}
     * @param security how to log in to them, and whether over TLS
     * @param timeout how long to wait for a session with each
     * @return how they stand, in the order of the address
     * @throws IllegalArgumentException if the address is malformed
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public List<ServerStanding> lookAtServers(String connectString, StoreSecurity security, Duration timeout)
            throws InterruptedException {
        return new EnsembleCheck(EnsembleAddress.parse(connectString), security, timeout).look();
    }

    /**
     * Connects to a fleet's ZooKeeper, for as long as a command takes.
     *
     * @param connectString as {@link MemberSettings#connectString()}
     * @param security how to log in to it, and whether over TLS
     * @param timeout how long to wait for a connection
     * @throws IllegalArgumentException if the address is malformed, or the files for TLS cannot be used
     * @throws CoordinatorUnavailableException if it cannot be reached
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public CoordinationStore connect(String connectString, StoreSecurity security, Duration timeout)
            throws InterruptedException {
        ZooKeeperStore store = ZooKeeperStore.create(
                connectString,
                timeout,
                security,
                new RetryOneTime(RETRY_PAUSE_MILLIS),
                CoordinationStore.MAX_ANSWER_BYTES,
                WriteObserver.NONE);
        if (!store.startWithin(timeout)) {
            Optional<String> reason = store.diagnose()
                    .or(() -> security.tls()
                            .flatMap(tls -> new TlsCheck(
                                            EnsembleAddress.parse(connectString).hosts(), tls)
                                    .failure()));
            store.close();
            throw new CoordinatorUnavailableException(
                    "ZooKeeper %s cannot be reached within %s ms%s"
                            .formatted(
                                    connectString,
                                    timeout.toMillis(),
                                    reason.map(failure -> ": " + failure).orElse("")),
                    null);
        }
        return store;
    }
}
