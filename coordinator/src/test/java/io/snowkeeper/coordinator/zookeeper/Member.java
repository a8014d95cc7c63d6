package io.snowkeeper.coordinator.zookeeper;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.FleetMembership;
import io.snowkeeper.coordinator.FleetSettings;
import io.snowkeeper.coordinator.LeaseListener;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.coordinator.WorkerLease;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.SnowflakeGenerator;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A node as far as the fleet sees it: a membership and a generator for whatever lease it has. */
final class Member implements LeaseListener, AutoCloseable {

    private final FleetMembership membership;
    private final MillisClock clock;
    private final Layout layout;
    final List<String> losses = new CopyOnWriteArrayList<>();

    private volatile @Nullable WorkerLease lease;
    private volatile @Nullable SnowflakeGenerator generator;

    private Member(FleetSettings settings, MillisClock clock) {
        this.layout = settings.layout();
        this.clock = clock;
        this.membership = ZooKeeperMembership.create(settings, clock, this);
    }

    static Member start(FleetSettings settings) {
        return start(settings, MillisClock.wall());
    }

    static Member start(FleetSettings settings, MillisClock clock) {
        Member member = new Member(settings, clock);
        member.membership.start();
        return member;
    }

    static FleetSettings settings(String connectString, String node) {
        return settings(connectString, node, Layout.DEFAULT, Optional.empty(), false);
    }

    static FleetSettings settings(String connectString, String node, Path stateDirectory) {
        return settings(connectString, node, Layout.DEFAULT, Optional.of(stateDirectory), false);
    }

    static FleetSettings settings(
            String connectString, String node, Layout layout, Optional<Path> stateDirectory, boolean acceptRollback) {
        return new FleetSettings(
                connectString,
                node,
                List.of("127.0.0.1:7070"),
                layout,
                stateDirectory,
                Duration.ofSeconds(3),
                Duration.ofSeconds(2),
                Duration.ofSeconds(5),
                Duration.ofMillis(10),
                acceptRollback);
    }

    @Override
    public void granted(WorkerLease granted) {
        generator = SnowflakeGenerator.builder(layout, granted.workerId())
                .clock(clock)
                .reservation(granted.reservation())
                .build();
        lease = granted;
    }

    @Override
    public void lost(WorkerLease lost, String reason) {
        losses.add(reason);
        lease = null;
    }

    Member awaitLease() {
        await().until(() -> lease != null);
        return this;
    }

    MembershipStatus awaitProblem(String part) {
        await().until(() -> membership
                .status()
                .problem()
                .filter(text -> text.contains(part))
                .isPresent());
        return membership.status();
    }

    MembershipStatus status() {
        return membership.status();
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

    long nextId() {
        SnowflakeGenerator current = generator;
        if (current == null) {
            throw new AssertionError("no lease: " + membership.status());
        }
        return current.next();
    }

    /** Stops as a node does: the generator first, then the lease is handed back. */
    long leave() {
        SnowflakeGenerator current = generator;
        long last = current == null ? Long.MIN_VALUE : current.close();
        membership.leave(last);
        return last;
    }

    /** Stops without handing anything back. */
    @Override
    public void close() {
        membership.close();
    }
}
