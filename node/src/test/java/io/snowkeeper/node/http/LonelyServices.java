package io.snowkeeper.node.http;

import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.coordinator.MembershipProblem;
import io.snowkeeper.coordinator.MembershipStatus;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.http.api.HttpServices;
import io.snowkeeper.node.report.fleet.LonelyReports;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.id.FixedWorkerIds;
import io.snowkeeper.node.service.message.NodeStatus;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The services of a node that sees no fleet, and claims a worker id in vain. */
final class LonelyServices {

    private static final MembershipStatus CLAIMING = new MembershipStatus(
            MembershipStatus.Phase.CLAIMING,
            Optional.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            false,
            OptionalLong.empty(),
            Optional.of(new MembershipProblem(UnavailableReason.NO_WORKER_ID, "no worker id is free")));

    private LonelyServices() {}

    /** Makes those of a node of this clock. */
    static HttpServices of(MillisClock clock) {
        NodeService service = new NodeService(
                "n1",
                FixedWorkerIds.ofNode("n1", Layout.DEFAULT, clock, Duration.ZERO, System::nanoTime),
                clock,
                () -> NodeStatus.alone("n1"));
        Readiness readiness = new Readiness(
                () -> List.of(CLAIMING), Optional::empty, Optional::empty, clock, Duration.ZERO, () -> false);
        return new HttpServices(
                service,
                readiness,
                new Drain(Duration.ZERO),
                () -> CompletableFuture.failedFuture(
                        new FleetViewUnavailableException(UnavailableReason.ZOOKEEPER_AWAY, "no ZooKeeper")),
                LonelyReports.of(clock, readiness),
                () -> CompletableFuture.completedFuture("up 1\n"),
                Set::of,
                () -> 0);
    }
}
