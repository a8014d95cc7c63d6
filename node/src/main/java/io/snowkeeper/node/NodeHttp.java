package io.snowkeeper.node;

import io.snowkeeper.core.MillisClock;
import io.snowkeeper.node.http.HttpServer;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.node.http.HttpServices;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;

/** Puts together what a node serves over HTTP. */
final class NodeHttp {

    private NodeHttp() {}

    static HttpServer server(
            HttpServerSettings settings,
            NodeSettings node,
            FleetMembers members,
            NodeService service,
            Drain drain,
            MillisClock clock) {
        Readiness readiness =
                new Readiness(members::memberships, clock, node.operation().readyMargin(), drain::hasBegun);
        HttpServices services = new HttpServices(service, readiness, drain, members::view, members::workerIds);
        return new HttpServer(settings, services, (method, route, status, nanos) -> {});
    }
}
