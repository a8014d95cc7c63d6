package io.snowkeeper.node.http.api;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.node.http.routing.Call;
import io.snowkeeper.node.http.routing.HttpAnswer;
import io.snowkeeper.node.http.routing.Json;
import io.snowkeeper.node.http.routing.Route;
import io.snowkeeper.node.report.NodeSources;
import io.snowkeeper.node.rights.Right;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.ReadinessCheck;
import java.util.List;
import java.util.stream.Stream;

/** The endpoints for supervisors and load balancers, and the one that takes the node out of service. */
final class HealthResource {

    private static final int ACCEPTED = 202;
    private static final int UNAVAILABLE = 503;

    /** For supervisors, which are to take a node that stands by for healthy; no balancer of ids asks so. */
    private static final String STANDBY_OK = "standbyok";

    private final Readiness readiness;
    private final Drain drain;
    private final NodeService service;

    HealthResource(NodeSources node, NodeService service) {
        this.service = service;
        this.readiness = node.readiness();
        this.drain = node.drain();
    }

    List<Route> routes() {
        return List.of(
                Route.now("GET", "/livez", Right.NONE, this::live),
                Route.now("GET", "/readyz", Right.NONE, this::ready),
                Route.now("POST", "/admin/drain", Right.OPERATE, this::drain));
    }

    /** That this runs is the answer: the process and its event loop work. Nothing outside of it is looked at. */
    private HttpAnswer live(Call call) {
        call.query().requireOnly();
        ObjectNode body = Json.object();
        body.put("status", "live");
        return HttpAnswer.ok(body);
    }

    private HttpAnswer ready(Call call) {
        call.query().requireOnly("verbose", STANDBY_OK);
        drain.noteWatcher();
        Readiness.Report report = readiness.check();
        ObjectNode body = Json.object();
        boolean standsBy = call.query().has(STANDBY_OK) && report.isStandby();
        body.put("status", report.isReady() ? "ready" : standsBy ? "standby" : "not ready");
        if (call.query().has("verbose")) {
            ArrayNode checks = body.putArray("checks");
            Stream.concat(report.checks().stream(), Stream.of(sequences()))
                    .forEach(check -> checks.addObject()
                            .put("name", check.name())
                            .put("passed", check.passed())
                            .put(
                                    "reason",
                                    check.reason().map(UnavailableReason::text).orElse(null))
                            .put("detail", check.detail()));
        } else {
            report.problem()
                    .ifPresent(check -> body.put(
                                    "reason", check.reason().orElseThrow().text())
                            .put("problem", check.detail()));
        }
        return HttpAnswer.json(report.isReady() || standsBy ? 200 : UNAVAILABLE, body);
    }

    /** Does not count: a node gives ids, and a restore closes sequences on all nodes alike. */
    private ReadinessCheck sequences() {
        return service.closedSequences()
                .map(closed -> ReadinessCheck.failed("sequences", closed.reason(), closed.text()))
                .orElseGet(() -> ReadinessCheck.passed("sequences", "no restore closes them"));
    }

    private HttpAnswer drain(Call call) {
        call.query().requireOnly();
        drain.begin();
        call.access().done("drain");
        ObjectNode body = Json.object();
        body.put("status", "draining");
        body.put("remaining_ms", drain.remaining().toMillis());
        return HttpAnswer.json(ACCEPTED, body);
    }
}
