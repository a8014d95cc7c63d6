package io.snowkeeper.node.http.api;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.node.report.fleet.FleetReports;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The parts of a node that are served over HTTP.
 *
 * @param service answers requests for ids and sequences
 * @param readiness whether the node should get work
 * @param drain the way out of service
 * @param fleet looks at the fleet
 * @param reports tells how this node and the others stand
 * @param metrics what Prometheus reads
 * @param workerIds the worker ids that this node holds now
 * @param idsIssued how many snowflake ids this node has given out since it was started
 */
public record HttpServices(
        NodeService service,
        Readiness readiness,
        Drain drain,
        Supplier<CompletionStage<FleetView>> fleet,
        FleetReports reports,
        Supplier<CompletionStage<String>> metrics,
        Supplier<Set<Long>> workerIds,
        LongSupplier idsIssued) {

    public HttpServices {
        requireNonNull(service);
        requireNonNull(readiness);
        requireNonNull(drain);
        requireNonNull(fleet);
        requireNonNull(reports);
        requireNonNull(metrics);
        requireNonNull(workerIds);
        requireNonNull(idsIssued);
    }
}
