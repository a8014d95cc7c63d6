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
        RateSeries history = new RateSeries(start.getEpochSecond(), List.of((long) idsPerSecond));
        return of(start, start.plusSeconds(5), name, workerId, idsPerSecond, history, events);
    }

    /** What n2 with worker id 2 tells at a time by its clock. */
    static NodeReport told(Instant start, Instant asOf, RateSeries history) {
        return of(start, asOf, "n2", 2, 300, history);
    }

    private static NodeReport of(
            Instant start,
            Instant asOf,
            String name,
            long workerId,
            double idsPerSecond,
            RateSeries history,
            NodeEvent... events) {
        return new NodeReport(
                name,
                "1.2.3",
                Optional.of("fleet"),
                start,
                asOf,
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
                history,
                List.of(events),
                Map.of("invoices", idsPerSecond));
    }
}
