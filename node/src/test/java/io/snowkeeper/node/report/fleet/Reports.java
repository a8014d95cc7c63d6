package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.NodeEvent;
import io.snowkeeper.node.report.NodeFigures;
import io.snowkeeper.node.report.NodeReport;
import io.snowkeeper.node.report.NodeState;
import io.snowkeeper.node.report.RateSeries;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reports of nodes to test with. */
final class Reports {

    private Reports() {}

    static NodeReport ready(String name, long workerId, double idsPerSecond, NodeEvent... events) {
        return startedAt(Views.T, name, workerId, idsPerSecond, events);
    }

    static NodeReport startedAt(Instant start, String name, long workerId, double idsPerSecond, NodeEvent... events) {
        return new NodeReport(
                name,
                "1.2.3",
                Optional.of("fleet"),
                start,
                start.plusSeconds(5),
                true,
                new NodeState(NodeState.READY, Optional.empty(), Optional.empty()),
                List.of(workerId),
                new NodeFigures(
                        7,
                        OptionalDouble.of(idsPerSecond),
                        OptionalDouble.empty(),
                        OptionalDouble.empty(),
                        0,
                        2,
                        Optional.of(start.plusSeconds(60)),
                        OptionalLong.of(1)),
                new RateSeries(start.getEpochSecond(), List.of((long) idsPerSecond)),
                List.of(events),
                Map.of("invoices", idsPerSecond));
    }
}
