package io.snowkeeper.node.http.api;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.node.report.NodeSources;
import io.snowkeeper.node.report.fleet.FleetReports;
import io.snowkeeper.node.service.NodeService;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The parts of a node that are served over HTTP.
 *
 * @param service answers requests for ids and sequences
 * @param node the sources of its figures, and its drain
 * @param reports the reports on this node and the others
 * @param metrics the metrics for Prometheus
 */
public record HttpServices(
        NodeService service, NodeSources node, FleetReports reports, Supplier<CompletionStage<String>> metrics) {

    public HttpServices {
        requireNonNull(service);
        requireNonNull(node);
        requireNonNull(reports);
        requireNonNull(metrics);
    }
}
