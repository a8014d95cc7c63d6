package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetView.WorkerSlot;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.report.NodeFigures;
import io.snowkeeper.node.report.fleet.FleetNode;
import io.snowkeeper.node.report.fleet.FleetReport;
import io.snowkeeper.node.report.fleet.FleetReports;
import io.snowkeeper.node.report.fleet.NamedSeries;
import io.snowkeeper.node.report.fleet.SeenEvent;
import io.snowkeeper.node.report.fleet.SumOfSeries;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.SequenceRequest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The figures, the history and the events of this node, and those of all nodes together, the same whoever is asked. */
final class FleetFiguresResource {

    private static final int MOST_EVENTS = 1000;
    private static final int EVENTS = 100;

    private final FleetReports reports;

    FleetFiguresResource(FleetReports reports) {
        this.reports = reports;
    }

    List<Route> routes() {
        return List.of(
                Route.now("GET", "/v1/node", Right.NONE, this::node),
                new Route("GET", "/v1/fleet/nodes", Right.NONE, this::nodes),
                new Route("GET", "/v1/fleet/history", Right.NONE, this::history),
                new Route("GET", "/v1/fleet/events", Right.NONE, this::events));
    }

    private HttpAnswer node(Call call) {
        call.query().requireOnly("history_after", "events_after");
        ObjectNode body = Json.object();
        ReportJson.put(
                body, reports.own(second(call, "history_after"), integer(call, "events_after", 0, 0, Long.MAX_VALUE)));
        return HttpAnswer.ok(body);
    }

    private CompletionStage<HttpAnswer> nodes(Call call) {
        call.query().requireOnly();
        // Found out here, where nobody else asks of it.
        boolean names = call.access().may(Right.READ, SequenceRequest.ALL);
        return FleetResource.visible(reports.fleet()).thenApply(report -> HttpAnswer.ok(body(report, names)));
    }

    private CompletionStage<HttpAnswer> history(Call call) {
        call.query().requireOnly("after");
        return FleetResource.visible(reports.history(second(call, "after")))
                .thenApply(series -> HttpAnswer.ok(historyOf(series)));
    }

    private CompletionStage<HttpAnswer> events(Call call) {
        call.query().requireOnly("limit", "worker_id");
        long limit = integer(call, "limit", EVENTS, 1, MOST_EVENTS);
        OptionalLong workerId = call.query().has("worker_id")
                ? OptionalLong.of(integer(call, "worker_id", 0, 0, Long.MAX_VALUE))
                : OptionalLong.empty();
        return FleetResource.visible(reports.events())
                .thenApply(events -> HttpAnswer.ok(eventsOf(events, limit, workerId)));
    }

    /** @param names whether the client may know the names of sequences */
    private static ObjectNode body(FleetReport report, boolean names) {
        ObjectNode body = Json.object();
        body.put("as_of", report.view().asOf().toString());
        body.put("answered_by", report.answeredBy());
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
        boolean claims = node.claimedIdsPerSecond().isPresent()
                || node.claimedSkewMillis().isPresent();
        body.put("told_by", node.figures().isPresent() ? "node" : claims ? "claim" : null);
        ReportJson.put(
                body,
                node.figures().orElseGet(() -> claimed(node, slots)),
                node.figures().isPresent());
    }

    /** Of one that does not tell itself: what its claim and its slots in ZooKeeper say. */
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

    private ObjectNode historyOf(List<NamedSeries> all) {
        ObjectNode body = Json.object();
        body.put("answered_by", reports.name());
        ReportJson.put(body.putObject("fleet"), SumOfSeries.of(all));
        ArrayNode nodes = body.putArray("nodes");
        all.forEach(named -> ReportJson.put(nodes.addObject().put("node", named.node()), named.series()));
        return body;
    }

    private ObjectNode eventsOf(List<SeenEvent> all, long limit, OptionalLong workerId) {
        ObjectNode body = Json.object();
        body.put("answered_by", reports.name());
        ReportJson.put(
                body,
                "known_since",
                all.isEmpty()
                        ? Optional.empty()
                        : Optional.of(all.get(all.size() - 1).event().at()));
        ArrayNode events = body.putArray("events");
        all.stream()
                .filter(seen -> workerId.isEmpty() || seen.event().workerId().equals(workerId))
                .limit(limit)
                .forEach(seen -> {
                    ObjectNode event = events.addObject();
                    ReportJson.put(event, seen.event());
                    ArrayNode seenBy = event.putArray("seen_by");
                    seen.seenBy().forEach(seenBy::add);
                });
        return body;
    }

    private static long second(Call call, String name) {
        String given = given(call, name);
        if (given == null) {
            return Long.MIN_VALUE;
        }
        try {
            return Instant.parse(given).getEpochSecond();
        } catch (DateTimeException e) {
            throw ProblemException.malformed("must be a time in UTC such as 2026-11-21T19:31:17Z: %s=%s"
                    .formatted(name, FieldValue.shown(given)));
        }
    }

    private static long integer(Call call, String name, long otherwise, long least, long most) {
        String given = given(call, name);
        if (given == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(given);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Refused below, as one that is out of range.
        }
        throw ProblemException.malformed(
                "must be a whole number from %s to %s: %s=%s".formatted(least, most, name, FieldValue.shown(given)));
    }

    private static @Nullable String given(Call call, String name) {
        List<String> values = call.query().values().get(name);
        return values == null ? null : values.get(0);
    }
}
