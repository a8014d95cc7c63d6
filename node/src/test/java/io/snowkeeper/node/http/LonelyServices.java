package io.snowkeeper.node.http;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.http.api.HttpServices;
import io.snowkeeper.node.report.FakeParts;
import io.snowkeeper.node.report.NodeSources;
import io.snowkeeper.node.report.fleet.LonelyReports;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.id.FixedWorkerIds;
import io.snowkeeper.node.service.message.NodeStatus;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The services of a node that sees no fleet, and claims a worker id in vain. */
final class LonelyServices {

    private LonelyServices() {}

    /** Makes those of a node of this clock. */
    static HttpServices of(MillisClock clock) {
        NodeService service = new NodeService(
                "n1",
                FixedWorkerIds.ofNode("n1", Layout.DEFAULT, clock, Duration.ZERO, System::nanoTime),
                clock,
                () -> NodeStatus.alone("n1"));
        NodeSources sources = new FakeParts(clock, () -> 0).sources();
        return new HttpServices(
                service, sources, LonelyReports.of(sources), () -> CompletableFuture.completedFuture("up 1\n"));
    }
}
