package io.snowkeeper.coordinator;

import static io.snowkeeper.core.Checks.requireWithin;
import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.store.StoreSecurity;
import io.snowkeeper.core.Layout;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The settings of a node's membership in a fleet.
 *
 * @param kind what the member is, for people to read
 * @param connectString ZooKeeper's servers as {@code host:port[,host:port…][/chroot]}; without a chroot,
 *     {@value #DEFAULT_CHROOT} is used
 * @param node the node's name, for people to read
 * @param endpoints where the node serves, as {@code host:port}, for people to read
 * @param layout the layout of its ids, of at most 16 worker bits; the first node of a fleet decides it, others must have the same
 * @param stateDirectory where the node keeps its state over restarts; empty to keep none
 * @param window how long a reservation lasts, and so how long ids can be issued without ZooKeeper; 1 s to 1 h
 * @param sessionTimeout how long ZooKeeper waits for a silent node; 1 s to 5 min
 * @param maxSkew how far our clock may be from ZooKeeper's; 100 ms to 1 h
 * @param maxRollbackWait how far the clock may have gone back over a restart for the node to wait; 0 to 1 min
 * @param acceptClockRollback whether to start although the clock went back further over a restart
 * @param security how it logs in to ZooKeeper, and whether over TLS
 * @param workerIds the worker ids that the node may claim, some of the layout's
 * @param notBefore no id of the fleet has an earlier time; decided by the first node of a fleet. Empty to ask for nothing
 */
public record MemberSettings(
        MemberKind kind,
        String connectString,
        String node,
        List<String> endpoints,
        Layout layout,
        Optional<Path> stateDirectory,
        Duration window,
        Duration sessionTimeout,
        Duration maxSkew,
        Duration maxRollbackWait,
        boolean acceptClockRollback,
        StoreSecurity security,
        WorkerIdRange workerIds,
        Optional<Instant> notBefore) {

    /** The root of the fleet's znodes, where the connect string names no other. */
    public static final String DEFAULT_CHROOT = "/snowkeeper";

    /** More slots than this would be more than a ZooKeeper is asked to keep. */
    private static final int MAX_WORKER_BITS = 16;

    /** @throws IllegalArgumentException if a value is out of its range */
    public MemberSettings {
        requireNonNull(kind);
        if (requireNonNull(connectString).isBlank()) {
            throw new IllegalArgumentException("connectString must not be blank");
        }
        if (requireNonNull(node).isBlank()) {
            throw new IllegalArgumentException("node must not be blank");
        }
        endpoints = List.copyOf(endpoints);
        if (requireNonNull(layout).workerBits() > MAX_WORKER_BITS) {
            throw new IllegalArgumentException(
                    "must be <= %s in a fleet: workerBits=%s".formatted(MAX_WORKER_BITS, layout.workerBits()));
        }
        requireNonNull(stateDirectory);
        requireWithin("window", window, Duration.ofSeconds(1), Duration.ofHours(1));
        requireWithin("sessionTimeout", sessionTimeout, Duration.ofSeconds(1), Duration.ofMinutes(5));
        requireWithin("maxSkew", maxSkew, Duration.ofMillis(100), Duration.ofHours(1));
        requireWithin("maxRollbackWait", maxRollbackWait, Duration.ZERO, Duration.ofMinutes(1));
        requireNonNull(security);
        if (workerIds.last() > layout.maxWorkerId()) {
            throw new IllegalArgumentException("must be within the layout's worker ids, %s: workerRange=%s"
                    .formatted(WorkerIdRange.all(layout), workerIds));
        }
        if (notBefore.isPresent() && notBefore.get().isAfter(layout.end())) {
            throw new IllegalArgumentException("must be within the layout's time, which ends at %s: notBefore=%s"
                    .formatted(layout.end(), notBefore.get()));
        }
    }

    /**
     * Makes settings of a node with neither a login nor TLS, for all of the layout's worker ids.
     *
     * @throws IllegalArgumentException if a value is out of its range
     */
    public MemberSettings(
            String connectString,
            String node,
            List<String> endpoints,
            Layout layout,
            Optional<Path> stateDirectory,
            Duration window,
            Duration sessionTimeout,
            Duration maxSkew,
            Duration maxRollbackWait,
            boolean acceptClockRollback) {
        this(
                MemberKind.NODE,
                connectString,
                node,
                endpoints,
                layout,
                stateDirectory,
                window,
                sessionTimeout,
                maxSkew,
                maxRollbackWait,
                acceptClockRollback,
                StoreSecurity.NONE,
                WorkerIdRange.all(layout),
                Optional.empty());
    }

    /** Returns these settings for a member of another kind. */
    public MemberSettings withKind(MemberKind newKind) {
        return copy(newKind, connectString, node, endpoints, stateDirectory, security, workerIds, notBefore);
    }

    /** Returns these settings with another connect string. */
    public MemberSettings withConnectString(String newConnectString) {
        return copy(kind, newConnectString, node, endpoints, stateDirectory, security, workerIds, notBefore);
    }

    /** Returns these settings for another member of the fleet, with a state of its own. */
    public MemberSettings withNode(String newNode, Optional<Path> newStateDirectory) {
        return copy(kind, connectString, newNode, endpoints, newStateDirectory, security, workerIds, notBefore);
    }

    /** Returns these settings with other endpoints. */
    public MemberSettings withEndpoints(List<String> newEndpoints) {
        return copy(kind, connectString, node, newEndpoints, stateDirectory, security, workerIds, notBefore);
    }

    /** Returns these settings with another way to ZooKeeper. */
    public MemberSettings withSecurity(StoreSecurity newSecurity) {
        return copy(kind, connectString, node, endpoints, stateDirectory, newSecurity, workerIds, notBefore);
    }

    /** Returns these settings for a part of the layout's worker ids. */
    public MemberSettings withWorkerIds(WorkerIdRange newWorkerIds) {
        return copy(kind, connectString, node, endpoints, stateDirectory, security, newWorkerIds, notBefore);
    }

    /** Returns these settings for a fleet whose ids have no earlier time. */
    public MemberSettings withNotBefore(Instant newNotBefore) {
        return copy(
                kind, connectString, node, endpoints, stateDirectory, security, workerIds, Optional.of(newNotBefore));
    }

    private MemberSettings copy(
            MemberKind newKind,
            String newConnectString,
            String newNode,
            List<String> newEndpoints,
            Optional<Path> newStateDirectory,
            StoreSecurity newSecurity,
            WorkerIdRange newWorkerIds,
            Optional<Instant> newNotBefore) {
        return new MemberSettings(
                newKind,
                newConnectString,
                newNode,
                newEndpoints,
                layout,
                newStateDirectory,
                window,
                sessionTimeout,
                maxSkew,
                maxRollbackWait,
                acceptClockRollback,
                newSecurity,
                newWorkerIds,
                newNotBefore);
    }
}
