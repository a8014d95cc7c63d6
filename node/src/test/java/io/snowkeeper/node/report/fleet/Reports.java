package io.snowkeeper.node.report.fleet;

import io.snowkeeper.node.report.NodeFigures;
import io.snowkeeper.node.report.NodeReport;
import io.snowkeeper.node.report.NodeState;
import io.snowkeeper.node.report.Standing;
import io.snowkeeper.node.report.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** Reports of nodes to test with. */
final class Reports {

    private Reports() {}

    static NodeReport ready(String name, long workerId, double idsPerSecond) {
        return new NodeReport(
                name,
                "1.2.3",
                Optional.of("fleet"),
                Views.T,
                Views.T.plusSeconds(5),
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
                        Optional.of(Views.T.plusSeconds(60)),
                        OptionalLong.of(1)),
                Map.of("invoices", idsPerSecond),
                new Verdict(Standing.Given.BY_ONE, Standing.Given.BY_ONE));
    }
}
