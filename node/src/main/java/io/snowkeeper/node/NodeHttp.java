package io.snowkeeper.node;

import io.snowkeeper.core.MillisClock;
import io.snowkeeper.embedded.member.LeasedWorkers;
import io.snowkeeper.node.http.HttpServer;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.node.http.api.HttpServices;
import io.snowkeeper.node.metrics.NodeMetrics;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.report.ClockWatch;
import io.snowkeeper.node.report.NodePorts;
import io.snowkeeper.node.report.NodeReporter;
import io.snowkeeper.node.report.NodeSources;
import io.snowkeeper.node.report.fleet.FleetReports;
import io.snowkeeper.node.report.fleet.HttpPeerClient;
import io.snowkeeper.node.report.fleet.VerdictLog;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.NodeConfiguration;
import io.snowkeeper.node.tls.ServerTls;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** The HTTP port of a node: its API, its health, its metrics. */
final class NodeHttp {

    private final HttpServer server;
    private final NodeMetrics metrics;
    private final ClockWatch clockWatch;
    private final NodeReporter reporter;
    private final HttpPeerClient peers;
    private final VerdictLog verdicts;
    private final GuardedLooks looks = new GuardedLooks(System::nanoTime);

    NodeHttp(
            HttpServerSettings settings,
            NodeSettings node,
            NodeConfiguration configuration,
            Supplier<List<String>> zooKeeper,
            LeasedWorkers members,
            List<NodeService> services,
            NodePorts ports,
            Optional<ServerTls> tls,
            PortBounds bounds,
            Drain drain,
            Readiness readiness,
            MillisClock clock) {
        clockWatch = new ClockWatch(clock, System::nanoTime);
        NodeSources sources = new NodeSources(
                node.fleet().node(),
                configuration,
                node.operation().fleetName(),
                zooKeeper,
                clock,
                System::nanoTime,
                clockWatch,
                ports,
                members,
                members,
                readiness,
                drain);
        reporter = new NodeReporter(sources);
        peers = new HttpPeerClient(() -> tls.map(ServerTls::toNodes));
        FleetReports reports = new FleetReports(members::view, reporter, sources, peers);
        verdicts = new VerdictLog(reports, sources.fleetName(), System::nanoTime);
        metrics = new NodeMetrics(sources, node.fleet().layout(), bounds.backlog(), reports);
        metrics.bindServices(services);
        metrics.bindAudit(settings.security().audit());
        tls.ifPresent(served -> metrics.bindTls(served::certificateExpiry, served::clientCaExpiry, served::handshakes));
        server = new HttpServer(
                settings,
                new HttpServices(services.get(0), sources, reports, metrics::scrape),
                metrics,
                tls.map(ServerTls::http),
                bounds);
        ports.all().forEach(metrics::bindStream);
        ports.add(server);
        metrics.bindHttp(server);
    }

    InetSocketAddress start() throws BindException {
        return server.start();
    }

    /** Holds the clock against the stopwatch, takes samples of the rates, and logs a verdict that has changed. Called by one thread, a few times a second. Does not fail. */
    void watch() {
        looks.look(clockWatch::look);
        looks.look(reporter::look);
        looks.look(verdicts::look);
    }

    /** Answers the requests that are under way, and ends. */
    void drain(Duration timeout) {
        server.drain(timeout);
        peers.close();
        metrics.close();
    }
}
