package io.snowkeeper.node.report.fleet;

import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.report.NodeReporter;
import io.snowkeeper.node.report.NodeSources;
import java.util.concurrent.CompletableFuture;

/** Reports of a node that sees no fleet. */
public final class LonelyReports {

    private LonelyReports() {}

    /** Makes some of a node of these parts. */
    public static FleetReports of(NodeSources sources) {
        return new FleetReports(
                () -> CompletableFuture.failedFuture(
                        new FleetViewUnavailableException(UnavailableReason.ZOOKEEPER_AWAY, "no ZooKeeper")),
                new NodeReporter(sources),
                sources,
                node -> new CompletableFuture<>());
    }
}
