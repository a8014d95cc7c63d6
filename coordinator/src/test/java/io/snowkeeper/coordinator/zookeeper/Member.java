package io.snowkeeper.coordinator.zookeeper;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MemberKind;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.StoreLogin;
import io.snowkeeper.coordinator.StoreSecurity;
import io.snowkeeper.coordinator.WorkerIdRange;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.coordinator.lease.LeasedMembership;
import io.snowkeeper.coordinator.state.NodeStateStore;
import io.snowkeeper.coordinator.state.StateDirectory;
import io.snowkeeper.coordinator.store.SharedStore;
import io.snowkeeper.core.IdUnavailableException;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.testkit.wire.Wire;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A node in the fleet's view: a membership and a generator for its present lease. */
final class Member implements LeaseListener, AutoCloseable {

    private final QuickTime time = new QuickTime();
    private final FleetMembership membership;
    private final MillisClock clock;
    private final Layout layout;
    private final AtomicInteger grants = new AtomicInteger();
    private final AtomicInteger failedRenewals = new AtomicInteger();
    private final List<String> losses = new CopyOnWriteArrayList<>();

    private volatile @Nullable WorkerLease lease;
    private volatile @Nullable SnowflakeGenerator generator;

    private Member(MemberSettings settings, MillisClock clock) {
        this.layout = settings.layout();
        this.clock = clock;
        this.membership = membership(settings, clock, time, this);
    }

    /** Returns a membership that is not started yet. */
    static FleetMembership membership(
            MemberSettings settings, MillisClock clock, QuickTime time, LeaseListener listener) {
        return new LeasedMembership(
                settings,
                new SharedStore(() -> ZooKeeperStore.create(
                                settings.connectString(), settings.sessionTimeout(), settings.security()))
                        .share(),
                settings.stateDirectory()
                        .<NodeStateStore>map(StateDirectory::open)
                        .orElseGet(NodeStateStore::none),
                clock,
                time,
                listener,
                Optional.empty(),
                new LeasedMembership.Executors(
                        time.executor("lease of " + settings.node()), time.executor("state of " + settings.node())));
    }

    /**
     * How a member is started: by default on the wall clock, without a disk, and with a window and a session of 30 s, longer than a
     * machine stands still. It looks how things stand at a quicker pace than nodes do.
     */
    record Spec(MemberSettings settings, MillisClock clock) {

        static final Duration WINDOW = Duration.ofSeconds(30);

        /** After which a reservation is renewed, and has not ended. */
        static final Duration TO_RENEWAL = Duration.ofSeconds(11);

        private static final Duration ANY_SKEW = Duration.ofHours(1);

        static Spec of(String connectString, String node) {
            MemberSettings settings = MemberSettings.builder(node)
                    .connectString(connectString)
                    .endpoints(List.of("127.0.0.1:7070"))
                    .window(WINDOW)
                    .sessionTimeout(Duration.ofSeconds(30))
                    .maxSkew(Duration.ofSeconds(5))
                    .maxRollbackWait(Duration.ofMillis(10))
                    .build();
            return new Spec(settings, MillisClock.wall());
        }

        Spec at(String connectString) {
            return with(settings -> settings.connectString(connectString));
        }

        /** By a line that can fail. */
        Spec through(Wire wire) {
            return at(wire.connectString()
                    + settings.connectString()
                            .substring(settings.connectString().indexOf('/')));
        }

        Spec layout(Layout layout) {
            return with(settings -> settings.layout(layout).workerIds(WorkerIdRange.all(layout)));
        }

        /** With the given number of worker bits, taken from those of the sequence. */
        Spec workerBits(int bits) {
            return layout(Layout.milliseconds(Layout.DEFAULT_EPOCH, 41, bits, 22 - bits));
        }

        Spec stateDirectory(Path directory) {
            return with(settings -> settings.stateDirectory(Optional.of(directory)));
        }

        Spec window(Duration window) {
            return with(settings -> settings.window(window));
        }

        Spec session(Duration timeout) {
            return with(settings -> settings.sessionTimeout(timeout));
        }

        Spec embedded() {
            return with(settings -> settings.kind(MemberKind.EMBEDDED).endpoints(List.of()));
        }

        Spec maxSkew(Duration maxSkew) {
            return with(settings -> settings.maxSkew(maxSkew));
        }

        Spec acceptClockRollback() {
            return with(settings -> settings.acceptClockRollback(true));
        }

        Spec security(StoreSecurity security) {
            return with(settings -> settings.security(security));
        }

        Spec login(StoreLogin login) {
            return security(
                    new StoreSecurity(Optional.of(login), settings.security().tls()));
        }

        Spec clock(MillisClock newClock) {
            return new Spec(settings, newClock);
        }

        /** With a clock that may be an hour off ZooKeeper's, so that a test can let time pass. */
        Spec anySkew() {
            return maxSkew(ANY_SKEW);
        }

        Spec workerRange(long first, long last) {
            return with(settings -> settings.workerIds(new WorkerIdRange(first, last)));
        }

        Spec notBefore(Instant time) {
            return with(settings -> settings.notBefore(time));
        }

        /** Starts a member, which the caller closes. */
        Member start() {
            Member member = new Member(settings, clock);
            member.membership.start();
            return member;
        }

        private Spec with(UnaryOperator<MemberSettings.Builder> change) {
            return new Spec(change.apply(settings.toBuilder()).build(), clock);
        }
    }

    @Override
    public void granted(WorkerLease granted) {
        generator = SnowflakeGenerator.builder(layout, granted.workerId())
                .clock(clock)
                .reservation(granted.reservation())
                .build();
        lease = granted;
        grants.incrementAndGet();
    }

    @Override
    public void renewalTried(WorkerLease held, long tookNanos, boolean renewed) {
        if (!renewed) {
            failedRenewals.incrementAndGet();
        }
    }

    @Override
    public void lost(WorkerLease lost, String reason) {
        // A thread that sees the loss does not see the lease any more.
        lease = null;
        losses.add(reason);
    }

    Member awaitLease() {
        await().until(() -> lease != null && membership.status().phase() == MembershipStatus.Phase.HOLDING);
        return this;
    }

    /** Waits until the problem holds this part, and returns all of it. */
    String awaitProblem(String part) {
        return await().until(this::problem, problem -> problem.contains(part));
    }

    void awaitNoProblem() {
        await().until(() -> problem().isEmpty());
    }

    String problem() {
        return membership.status().problem().map(MembershipProblem::text).orElse("");
    }

    MembershipStatus status() {
        return membership.status();
    }

    boolean hasLease() {
        return lease != null;
    }

    boolean hadLease() {
        return generator != null;
    }

    WorkerLease lease() {
        WorkerLease current = lease;
        if (current == null) {
            throw new AssertionError("no lease: " + membership.status());
        }
        return current;
    }

    long workerId() {
        return lease().workerId();
    }

    /** Returns how often a lease was granted. */
    int grants() {
        return grants.get();
    }

    /** Returns how often a lease was to be renewed, and was not. */
    int failedRenewals() {
        return failedRenewals.get();
    }

    List<String> losses() {
        return losses;
    }

    /** @throws IdUnavailableException as the generator does */
    long nextId() {
        return generator().next();
    }

    /** Returns the next id, as soon as there is one. */
    long awaitId() {
        return await().until(this::tryNextId, Optional::isPresent).get();
    }

    Optional<Long> tryNextId() {
        try {
            return Optional.of(nextId());
        } catch (IdUnavailableException e) {
            return Optional.empty();
        }
    }

    /** Returns the Unix millisecond of an id. */
    long millisOf(long id) {
        return layout.millisOf(layout.timestampOf(id));
    }

    long tickMillis() {
        return layout.tick().millis();
    }

    SnowflakeGenerator generator() {
        SnowflakeGenerator current = generator;
        if (current == null) {
            throw new AssertionError("no lease: " + membership.status());
        }
        return current;
    }

    /** Returns a view of the fleet; the first one may not be had in the time that there is for it. */
    FleetView awaitView() {
        return await().ignoreExceptions()
                .until(() -> membership.view().toCompletableFuture().get(), view -> true);
    }

    FleetMembership membership() {
        return membership;
    }

    /** Stops as a node does: the generator first, then the lease is handed back. */
    long leave() {
        SnowflakeGenerator current = generator;
        long last = current == null ? Long.MIN_VALUE : current.close();
        membership.leave(last);
        return last;
    }

    /** As {@link #leave}, where ZooKeeper may be away. */
    void leaveInTime() {
        time.hurry();
        leave();
    }

    /** Stops without handing anything back, as a crash does. */
    @Override
    public void close() {
        membership.close();
    }
}
