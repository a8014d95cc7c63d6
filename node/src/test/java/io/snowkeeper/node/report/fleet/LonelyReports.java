package io.snowkeeper.node.report.fleet;

import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.report.EventLog;
import io.snowkeeper.node.report.NodePorts;
import io.snowkeeper.node.report.NodeReporter;
import io.snowkeeper.node.report.NodeSources;
import io.snowkeeper.node.service.Readiness;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Reports of a node that sees no fleet. */
public final class LonelyReports {

    private LonelyReports() {}

    /** Makes some of a node of this clock and readiness. */
    public static FleetReports of(MillisClock clock, Readiness readiness) {
        EventLog events = new EventLog();
        NodeSources sources = new NodeSources(
                "n1",
                "1.2.3",
                clock,
                () -> 0,
                new NodePorts(),
                List::of,
                List::of,
                readiness::check,
                () -> false,
                () -> 0,
                List::of);
        return new FleetReports(
                () -> CompletableFuture.failedFuture(
                        new FleetViewUnavailableException(UnavailableReason.ZOOKEEPER_AWAY, "no ZooKeeper")),
                new NodeReporter(sources, events),
                sources,
                (node, historyAfter, eventsAfter) -> new CompletableFuture<>(),
                events);
    }
}
