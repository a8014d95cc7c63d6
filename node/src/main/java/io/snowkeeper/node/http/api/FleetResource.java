package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.coordinator.FleetView.SlotState;
import io.snowkeeper.coordinator.FleetViewUnavailableException;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.Problem;
import io.snowkeeper.node.http.routing.ProblemException;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.report.fleet.FleetReport;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** The fleet at a glance. */
final class FleetResource {

    private final HttpServices services;
    private final ServiceCalls calls;

    FleetResource(HttpServices services, ServiceCalls calls) {
        this.services = services;
        this.calls = calls;
    }

    List<Route> routes() {
        return List.of(new Route("GET", "/v1/fleet", Right.NONE, this::show));
    }

    private CompletionStage<HttpAnswer> show(Call call) {
        call.query().requireOnly();
        return visible(services.reports().fleet())
                .thenCombine(
                        calls.ask(new Request.Status(), call),
                        (report, self) -> HttpAnswer.ok(body(report, (Answer.Status) self)));
    }

    /** Returns the same, where the fleet cannot be seen as a problem that says why. */
    static <T> CompletionStage<T> visible(CompletionStage<T> seen) {
        return seen.exceptionally(failure -> {
            throw problemOf(failure);
        });
    }

    private static RuntimeException problemOf(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof FleetViewUnavailableException unavailable
                ? new ProblemException(Problem.unavailable(unavailable.reason(), String.valueOf(cause.getMessage())))
                : new CompletionException(cause);
    }

    private ObjectNode body(FleetReport report, Answer.Status self) {
        FleetView view = report.view();
        Set<Long> ours = services.node().members().workerIds();
        ObjectNode body = Json.object();
        body.put("as_of", view.asOf().toString());
        body.put("answered_at", report.answeredAt().toString());
        body.put("fleet", view.fleetId().orElse(null));
        body.put("fleet_name", services.node().fleetName().orElse(null));
        body.put("connected", self.node().connected());
        ReportJson.put(body, report.verdict());
        ObjectNode zooKeeper = body.putObject("zookeeper");
        ArrayNode servers = zooKeeper.putArray("servers");
        services.node().zooKeeper().get().forEach(servers::add);
        ReportJson.put(zooKeeper, "away_since", services.reports().zooKeeperAwaySince());
        body.putObject("layout")
                .put("widths", self.layout().widths())
                .put("epoch", self.layout().epoch().toString())
                .put("tick_ms", self.layout().tick().millis())
                .put("timestamp_bits", self.layout().timestampBits())
                .put("worker_bits", self.layout().workerBits())
                .put("sequence_bits", self.layout().sequenceBits());
        body.set("self", self(self, ours));
        ObjectNode workers = body.putObject("worker_ids");
        workers.put("total", view.workerIds());
        for (SlotState state : SlotState.values()) {
            workers.put(textOf(state), view.count(state));
        }
        ArrayNode slots = body.putArray("slots");
        view.slots().forEach(slot -> {
            ObjectNode item = slots.addObject();
            item.put("worker_id", slot.workerId());
            item.put("state", textOf(slot.state()));
            item.put("ours", slot.state() == SlotState.LIVE && ours.contains(slot.workerId()));
            item.put("node", slot.node().orElse(null));
            item.put(
                    "reserved_until", slot.reservedUntil().map(Object::toString).orElse(null));
        });
        ArrayNode nodes = body.putArray("nodes");
        view.nodes().forEach(node -> nodes.add(node(node, ours)));
        return body;
    }

    private ObjectNode self(Answer.Status self, Set<Long> ours) {
        ObjectNode body = Json.object();
        body.put("name", self.node().name());
        body.put("phase", self.node().phase());
        ArrayNode workerIds = body.putArray("worker_ids");
        ours.stream().sorted().forEach(workerIds::add);
        // A string, as every number that may go beyond 2^53.
        body.put("ids_issued", Long.toString(services.node().ports().idsIssued()));
        body.put("draining", self.draining());
        body.put("ready", self.unready().isEmpty());
        body.put("reason", self.reason().map(UnavailableReason::text).orElse(null));
        body.put("problem", self.problem().orElse(null));
        return body;
    }

    private static ObjectNode node(FleetView.LiveNode node, Set<Long> ours) {
        ObjectNode body = Json.object();
        body.put("name", node.name());
        body.put("kind", node.kind().name().toLowerCase(Locale.ROOT));
        if (node.workerId().isPresent()) {
            body.put("worker_id", node.workerId().getAsLong());
        } else {
            body.putNull("worker_id");
        }
        body.put(
                "self",
                node.workerId().isPresent() && ours.contains(node.workerId().getAsLong()));
        ArrayNode endpoints = body.putArray("endpoints");
        node.endpoints().forEach(endpoints::add);
        body.put("since", node.since().toString());
        if (node.skewMillis().isPresent()) {
            body.put("skew_ms", node.skewMillis().getAsLong());
        } else {
            body.putNull("skew_ms");
        }
        if (node.idsPerSecond().isPresent()) {
            body.put("ids_per_second", node.idsPerSecond().getAsDouble());
        } else {
            body.putNull("ids_per_second");
        }
        return body;
    }

    private static String textOf(SlotState state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
