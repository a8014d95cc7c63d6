package io.snowkeeper.node;

import io.snowkeeper.core.MillisClock;
import io.snowkeeper.embedded.member.LeasedWorkers;
import io.snowkeeper.node.http.HttpServer;
import io.snowkeeper.node.http.HttpServerSettings;
import io.snowkeeper.node.http.api.HttpServices;
import io.snowkeeper.node.line.LineServer;
import io.snowkeeper.node.metrics.ClockWatch;
import io.snowkeeper.node.metrics.NodeMetrics;
import io.snowkeeper.node.metrics.NodeStats;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.redis.RedisServer;
import io.snowkeeper.node.report.EventKind;
import io.snowkeeper.node.report.EventLog;
import io.snowkeeper.node.report.NodeReporter;
import io.snowkeeper.node.report.NodeSources;
import io.snowkeeper.node.report.fleet.FleetChanges;
import io.snowkeeper.node.report.fleet.FleetLookout;
import io.snowkeeper.node.report.fleet.FleetReports;
import io.snowkeeper.node.report.fleet.HttpPeerClient;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.tls.ServerTls;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/** The HTTP port of a node: its API, its health, its metrics. */
final class NodeHttp {

    private final HttpServer server;
    private final NodeMetrics metrics;
    private final ClockWatch clockWatch;
    private final NodeReporter reporter;
    private final FleetLookout lookout;
    private final HttpPeerClient peers;
    private final GuardedLooks looks = new GuardedLooks(System::nanoTime);

    NodeHttp(
            HttpServerSettings settings,
            NodeSettings node,
            LeasedWorkers members,
            List<NodeService> services,
            LineServer line,
            Optional<RedisServer> redis,
            Optional<ServerTls> tls,
            PortBounds bounds,
            Drain drain,
            Readiness readiness,
            MillisClock clock) {
        clockWatch = new ClockWatch(clock, System::nanoTime);
        LongSupplier ids = () -> RequestCounters.ids(line.tallies())
                + redis.map(served -> RequestCounters.ids(served.tallies())).orElse(0L)
                + idsIssued();
        EventLog events = new EventLog();
        lookout = new FleetLookout(
                members::memberChanges,
                members::view,
                new FleetChanges(node.fleet().node(), events),
                clock,
                System::nanoTime);
        NodeSources sources = new NodeSources(
                node.fleet().node(),
                version(),
                clock,
                System::nanoTime,
                ids,
                () -> Stream.of(line.tallies(), redis.map(RedisServer::tallies).orElse(List.of()), tallies())
                        .flatMap(List::stream)
                        .toList(),
                () -> line.connections() + redis.map(RedisServer::connections).orElse(0) + httpConnections(),
                members::memberships,
                members::leaseCounts,
                readiness::check,
                drain::hasBegun,
                clockWatch::rollbacks,
                members::sequenceUsage);
        reporter = new NodeReporter(sources, events);
        peers = new HttpPeerClient(() -> tls.map(ServerTls::toNodes));
        FleetReports reports = new FleetReports(lookout::view, reporter, sources, peers, events);
        metrics = new NodeMetrics(new NodeStats(
                version(),
                node.fleet().layout(),
                line::tallies,
                this::tallies,
                line::connections,
                line::refusals,
                bounds.backlog()::bytes,
                bounds.backlog()::inputBytes,
                () -> services.stream().mapToLong(NodeService::waits).sum(),
                members::highestSequences,
                clockWatch::rollbacks,
                members::memberships,
                members::leaseCounts,
                members.times(),
                () -> readiness.check().isReady(),
                members::sequenceUsage,
                members::unreadableSequences,
                members::firstPending,
                clock,
                lookout::view));
        server = new HttpServer(
                settings,
                new HttpServices(
                        services.get(0),
                        readiness,
                        drain,
                        lookout::view,
                        reports,
                        metrics::scrape,
                        members::workerIds,
                        ids),
                metrics,
                tls.map(ServerTls::http),
                bounds);
        redis.ifPresent(served -> metrics.bindStream("redis", served::tallies, served::connections, served::refusals));
        metrics.bindHttp(server::connections, server::refusals);
        metrics.bindAges("line", line::aged);
        redis.ifPresent(served -> metrics.bindAges("redis", served::aged));
        metrics.bindAges("http", server::aged);
        if (node.isOnlyNodeOfItsFleet()) {
            events.add(
                    Instant.ofEpochMilli(clock.millis()),
                    EventKind.STARTED,
                    node.fleet().node(),
                    OptionalLong.empty(),
                    Readiness.ONLY_NODE);
        }
        metrics.bindSequences(services.get(0)::closedSequences);
        tls.ifPresent(served -> metrics.bindTls(served::certificateExpiry, served::clientCaExpiry, served::handshakes));
    }

    InetSocketAddress start() throws BindException {
        return server.start();
    }

    /** Holds the clock against the stopwatch, and takes note of what has changed. Called by one thread, a few times a second. Does not fail. */
    void watch() {
        looks.look(clockWatch::look);
        looks.look(reporter::look);
        looks.look(lookout::look);
    }

    /** Answers the requests that are under way, and ends. */
    void drain(Duration timeout) {
        server.drain(timeout);
        peers.close();
        metrics.close();
    }

    /** Returns how many snowflake ids were given out over HTTP. */
    long idsIssued() {
        return RequestCounters.ids(tallies());
    }

    private int httpConnections() {
        return server.connections();
    }

    private List<RequestCounters> tallies() {
        return server.tallies();
    }

    private static String version() {
        String version = NodeHttp.class.getPackage().getImplementationVersion();
        return version == null ? "unknown" : version;
    }
}
