package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.report.NodeFigures;
import io.snowkeeper.node.report.fleet.FleetNode;
import io.snowkeeper.node.report.fleet.FleetReport;
import io.snowkeeper.node.report.fleet.FleetReports;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.message.NodeConfiguration;
import io.snowkeeper.node.service.message.SequenceRequest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletionStage;

/** The figures of this node, and those of all nodes together, the same on every node. */
final class FleetFiguresResource {

    private final FleetReports reports;
    private final NodeConfiguration configuration;

    FleetFiguresResource(FleetReports reports, NodeConfiguration configuration) {
        this.reports = reports;
        this.configuration = configuration;
    }

    List<Route> routes() {
        return List.of(
                Route.now("GET", "/v1/node", Right.NONE, this::node),
                new Route("GET", "/v1/fleet/nodes", Right.NONE, this::nodes));
    }

    private HttpAnswer node(Call call) {
        call.query().requireOnly();
        ObjectNode body = Json.object();
        ReportJson.put(body, reports.own());
        ReportJson.put(body, configuration);
        return HttpAnswer.ok(body);
    }

    private CompletionStage<HttpAnswer> nodes(Call call) {
        call.query().requireOnly();
        // Evaluated here, before another thread uses the access.
        boolean names = call.access().may(Right.READ, SequenceRequest.ALL);
        return FleetResource.visible(reports.fleet()).thenApply(report -> HttpAnswer.ok(body(report, names)));
    }

    /** @param names whether the client may know the names of sequences */
    private static ObjectNode body(FleetReport report, boolean names) {
        ObjectNode body = Json.object();
        body.put("as_of", report.view().asOf().toString());
        body.put("answered_at", report.answeredAt().toString());
        body.put("answered_by", report.answeredBy());
        ReportJson.put(body, report.verdict());
        body.put("ids_per_second", ReportJson.rounded(report.idsPerSecond()));
        body.put("ids_per_second_complete", report.isRateComplete());
        body.put("nodes_ready", report.nodesReady());
        body.put("nodes_total", report.nodesTotal());
        body.put("worker_ids_free", report.view().count(SlotState.FREE));
        body.put("worker_ids_total", report.view().workerIds());
        report.leastReservation()
                .ifPresentOrElse(
                        slot -> body.putObject("least_reserved")
                                .put("worker_id", slot.workerId())
                                .put("node", slot.node().orElse(null))
                                .put(
                                        "reserved_until",
                                        slot.reservedUntil().orElseThrow().toString()),
                        () -> body.putNull("least_reserved"));
        ArrayNode nodes = body.putArray("nodes");
        report.nodes()
                .forEach(node -> put(nodes.addObject(), node, report.view().slots()));
        ReportJson.putSequences(body, names ? report.sequences() : Map.of());
        return body;
    }

    private static void put(ObjectNode body, FleetNode node, List<WorkerSlot> slots) {
        body.put("name", node.name());
        body.put("kind", node.kind().orElse(null));
        ReportJson.put(body, node.state());
        body.put("version", node.version().orElse(null));
        ArrayNode workerIds = body.putArray("worker_ids");
        node.workerIds().forEach(workerIds::add);
        ArrayNode endpoints = body.putArray("endpoints");
        node.endpoints().forEach(endpoints::add);
        ReportJson.put(body, "since", node.since());
        ReportJson.put(body, "started_at", node.startedAt());
        boolean claims = node.claimedIdsPerSecond().isPresent()
                || node.claimedSkewMillis().isPresent();
        body.put("told_by", node.figures().isPresent() ? "node" : claims ? "claim" : null);
        ReportJson.put(
                body,
                node.figures().orElseGet(() -> claimed(node, slots)),
                node.figures().isPresent());
    }

    /** The figures of a node that does not answer: those in its claim and its slots in ZooKeeper. */
    private static NodeFigures claimed(FleetNode node, List<WorkerSlot> slots) {
        return new NodeFigures(
                0,
                node.claimedIdsPerSecond(),
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                0,
                0,
                slots.stream()
                        .filter(slot -> node.workerIds().contains(slot.workerId()))
                        .flatMap(slot -> slot.reservedUntil().stream())
                        .min(Instant::compareTo),
                node.claimedSkewMillis());
    }
}
