package io.snowkeeper.node;

import io.snowkeeper.coordinator.Coordinator;
import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.StateDirectoryException;
import io.snowkeeper.coordinator.zookeeper.EmbeddedZooKeeper;
import io.snowkeeper.coordinator.zookeeper.EnsembleAddress;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.core.text.PublicIds;
import io.snowkeeper.embedded.member.LeasedWorker;
import io.snowkeeper.embedded.member.LeasedWorkers;
import io.snowkeeper.node.line.LineServer;
import io.snowkeeper.node.net.OpenFiles;
import io.snowkeeper.node.net.connection.PortBounds;
import io.snowkeeper.node.redis.RedisServer;
import io.snowkeeper.node.report.NodePorts;
import io.snowkeeper.node.security.FileWatch;
import io.snowkeeper.node.service.Drain;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.Readiness;
import io.snowkeeper.node.service.message.NodeConfiguration;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.tls.ServerTls;
import io.snowkeeper.node.tls.TlsSettings;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server of the fleet, from its start to its stop. Parts are started after those that they need and stopped before
 * them, and the worker id is handed back once no more ids can be issued.
 *
 * <p>Thread-safe. Used once.
 */
public final class Node implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Node.class);

    private enum LifeCycle {
        LATENT,
        STARTED,
        CLOSED
    }

    private final NodeSettings settings;
    private final NodeConfiguration configuration;
    private final LeasedWorkers members;
    private final Optional<ServerTls> tls;
    private final LineServer server;
    private final Optional<RedisServer> redis;
    private final NodePorts ports = new NodePorts();
    private final Drain drain;
    private final Optional<NodeHttp> http;
    private final FailureWatch watch = new FailureWatch();
    private final AtomicReference<LifeCycle> lifeCycle = new AtomicReference<>(LifeCycle.LATENT);

    private volatile List<String> zooKeeper = List.of();
    private volatile @Nullable EmbeddedZooKeeper embedded;
    private volatile @Nullable InetSocketAddress redisAddress;
    private volatile @Nullable InetSocketAddress httpAddress;

    /**
     * @param clock where the time of the ids is read
     * @param coordinator how it takes part in its fleet
     * @throws IllegalArgumentException if a certificate or key cannot be used
     */
    public Node(NodeSettings settings, MillisClock clock, Coordinator coordinator) {
        this.settings = settings;
        this.configuration = configuration(settings);
        this.members = new LeasedWorkers(settings.fleet(), settings.workerIds(), 1, clock, coordinator);
        this.drain = new Drain(settings.operation().drainDelay());
        Readiness readiness = readiness(clock);
        List<NodeService> services = services(settings.fleet().node(), clock, readiness);
        this.tls = settings.tls().map(certificates -> ServerTls.open(certificates, InstantSource.system()));
        PortBounds bounds = PortBounds.of(OpenFileNeed.of(settings).zooKeeper(), settings.connections());
        this.server = new LineServer(settings.line(), services, tls.map(ServerTls::line), bounds);
        this.redis = settings.redis()
                .map(port -> new RedisServer(
                        settings.line().stream().onPort(port.port()),
                        port,
                        settings.line().maxBatch(),
                        services,
                        tls.map(ServerTls::redis),
                        bounds));
        ports.add(server);
        redis.ifPresent(ports::add);
        this.http = settings.operation()
                .http()
                .map(served -> new NodeHttp(
                        served,
                        settings,
                        configuration,
                        () -> zooKeeper,
                        members,
                        services,
                        ports,
                        tls,
                        bounds,
                        drain,
                        readiness,
                        clock));
        var unused = drain.begun().thenRun(() -> services.forEach(NodeService::announceDrain));
    }

    /**
     * Starts to serve, and to claim a worker id in the background. Until one is granted, clients get the reason why
     * there is none.
     *
     * @return where it is bound
     * @throws NodeFailedException if it cannot start; the started parts are stopped again
     * @throws IllegalArgumentException if ZooKeeper's address is malformed, or the files for TLS cannot be used
     * @throws InterruptedException if the thread is interrupted meanwhile
     * @throws IllegalStateException if it was started or closed before
     */
    public InetSocketAddress start() throws NodeFailedException, InterruptedException {
        if (!lifeCycle.compareAndSet(LifeCycle.LATENT, LifeCycle.STARTED)) {
            throw new IllegalStateException("node was started or closed before");
        }
        try {
            MemberSettings fleet = settings.fleet();
            if (settings.embedded().isEmpty()) {
                // Refuses an address with a login, before the log repeats it.
                var unused = EnsembleAddress.parse(fleet.connectString());
            }
            log.info("node {} starts with {}", fleet.node(), configuration.text());
            if (settings.embedded().isPresent()) {
                fleet = fleet.toBuilder()
                        .connectString(startZooKeeper(settings.embedded().get()))
                        .build();
            }
            EnsembleAddress ensemble = EnsembleAddress.parse(fleet.connectString());
            zooKeeper = ensemble.hosts().stream().map(HostPort::toString).toList();
            tls.ifPresent(ServerTls::start);
            settings.line().security().watches().forEach(FileWatch::start);
            InetSocketAddress address = bind();
            bindRedis();
            bindHttp();
            join(fleet.toBuilder()
                    .endpoints(endpoints(address, ensemble.hosts()))
                    .build());
            watch.start(this::failureReason);
            OpenFileNeed.of(settings).warning(OpenFiles.limit()).ifPresent(log::warn);
            warnOfCertificatesThatNobodyAsksFor();
            if (settings.isOnlyNodeOfItsFleet()) {
                log.warn("{}; run no other node, or give all nodes the same --zookeeper", Readiness.ONLY_NODE);
            }
            return address;
        } catch (NodeFailedException | InterruptedException | RuntimeException e) {
            lifeCycle.set(LifeCycle.CLOSED);
            shutDown();
            throw e;
        }
    }

    private static NodeConfiguration configuration(NodeSettings settings) {
        String version = Node.class.getPackage().getImplementationVersion();
        MemberSettings fleet = settings.fleet();
        return new NodeConfiguration(
                version == null ? "unknown" : version,
                fleet.layout(),
                fleet.window(),
                settings.embedded().isPresent() ? NodeConfiguration.EMBEDDED : fleet.connectString(),
                settings.operation().options());
    }

    /** Returns where Redis' protocol is spoken; empty before the start, and if it is not. */
    public Optional<InetSocketAddress> redisAddress() {
        return Optional.ofNullable(redisAddress);
    }

    /** Returns where HTTP is served; empty before the start, and if it is not. */
    public Optional<InetSocketAddress> httpAddress() {
        return Optional.ofNullable(httpAddress);
    }

    /** Returns a future that completes when a drain was requested over HTTP, so that the node should be closed. */
    public CompletableFuture<Void> drainRequested() {
        return drain.begun();
    }

    /** Returns a future that completes when the node has failed for good and should be closed. */
    public CompletableFuture<NodeFailedException> failure() {
        return watch.failure();
    }

    /**
     * Stops: is not ready any more, goes on for the time that load balancers need to notice, then takes no new work, sends
     * the answers that are due, and hands the worker id back. Idempotent.
     */
    @Override
    public void close() {
        if (lifeCycle.getAndSet(LifeCycle.CLOSED) != LifeCycle.STARTED) {
            return;
        }
        drain.begin();
        if (settings.fleet().isTotallyOrdered() && settings.embedded().isEmpty()) {
            // A node that stands by has no ids to give before; where our own ZooKeeper ends with us, none will.
            members.handOver();
        }
        awaitBalancers();
        log.info(
                "stopping: new requests are refused, clients have {} ms for their last answers",
                settings.drainTimeout().toMillis());
        shutDown();
        log.info("stopped");
    }

    private void awaitBalancers() {
        Duration rest = drain.remaining();
        if (rest.isZero()) {
            return;
        }
        log.info("stopping: no longer ready, load balancers have {} ms to notice", rest.toMillis());
        try {
            Thread.sleep(rest.toMillis());
        } catch (InterruptedException e) {
            // The caller is in a hurry.
            Thread.currentThread().interrupt();
        }
    }

    private void shutDown() {
        watch.close();
        server.drain(settings.drainTimeout());
        redis.ifPresent(served -> served.drain(settings.drainTimeout()));
        http.ifPresent(served -> served.drain(settings.drainTimeout()));
        tls.ifPresent(ServerTls::close);
        settings.line().security().watches().forEach(FileWatch::close);
        members.close();
        EmbeddedZooKeeper zooKeeper = embedded;
        if (zooKeeper != null) {
            log.info("stopping: the embedded ZooKeeper ends");
            zooKeeper.close();
        }
    }

    private void join(MemberSettings fleet) throws NodeFailedException {
        try {
            members.join(fleet, ports::idsIssued);
        } catch (StateDirectoryException e) {
            throw new NodeFailedException(String.valueOf(e.getMessage()), e);
        }
    }

    private Readiness readiness(MillisClock clock) {
        Readiness readiness = new Readiness(
                members::memberships,
                members::idRefusal,
                members::sortableRefusal,
                clock,
                settings.operation().readyMargin(),
                drain::hasBegun);
        return settings.isOnlyNodeOfItsFleet() ? readiness.ofOnlyNode() : readiness;
    }

    /** Returns the node as it is seen by clients, once for each worker id. */
    private List<NodeService> services(String name, MillisClock clock, Readiness readiness) {
        LeasedWorker first = members.all().get(0);
        return members.all().stream()
                .map(member -> new NodeService(
                                name,
                                member.ids(),
                                clock,
                                () -> NodeStatus.inFleet(name, member.membershipStatus())
                                        .with(
                                                configuration,
                                                settings.connections().maxAge()))
                        .withReadiness(readiness)
                        .withSequences(first::sequences)
                        .withSortableIds(member.sortableIds())
                        .withPublicIds(publicIds()))
                .toList();
    }

    private Supplier<PublicIds> publicIds() {
        return settings.line()
                .security()
                .publicIds()
                .<Supplier<PublicIds>>map(watch -> watch::inForce)
                .orElse(() -> PublicIds.NONE);
    }

    private void warnOfCertificatesThatNobodyAsksFor() {
        boolean known = settings.line()
                .security()
                .policy()
                .map(watch -> watch.inForce().knowsCertificates())
                .orElse(false);
        if (known && settings.tls().flatMap(TlsSettings::clientCa).isEmpty()) {
            log.warn("policy: subjects with a certificate never match: --tls-client-ca is not set");
        }
    }

    private InetSocketAddress bind() throws NodeFailedException {
        try {
            return server.start();
        } catch (BindException e) {
            throw new NodeFailedException(e.getMessage() + "; choose another address with --bind and --port", e);
        }
    }

    private void bindRedis() throws NodeFailedException {
        if (redis.isEmpty()) {
            return;
        }
        try {
            redisAddress = redis.get().start();
        } catch (BindException e) {
            throw new NodeFailedException(e.getMessage() + "; choose another port with --redis-port, or none", e);
        }
    }

    private void bindHttp() throws NodeFailedException {
        if (http.isEmpty()) {
            return;
        }
        try {
            httpAddress = http.get().start();
        } catch (BindException e) {
            throw new NodeFailedException(
                    e.getMessage() + "; choose another port with --http-port, or none with --http-port none", e);
        }
    }

    private List<String> endpoints(InetSocketAddress bound, List<HostPort> zooKeeper) {
        HostPort line = settings.advertised().orElseGet(() -> reachable(bound, zooKeeper));
        String scheme = tls.isPresent() ? "https://" : "http://";
        return Stream.concat(
                        Stream.of(line.toString()),
                        httpAddress().stream().map(http -> scheme + new HostPort(line.host(), http.getPort())))
                .toList();
    }

    private static HostPort reachable(InetSocketAddress bound, List<HostPort> zooKeeper) {
        if (!bound.getAddress().isAnyLocalAddress()) {
            return HostPort.of(bound);
        }
        InetAddress address = OutgoingAddress.to(zooKeeper);
        HostPort known = HostPort.of(new InetSocketAddress(address, bound.getPort()));
        if (address.isLoopbackAddress()) {
            log.warn("no other machine reaches {}, and no other address is known: set --advertise", known);
        } else {
            log.info("listens on all addresses, and advertises {}; set --advertise for another one", known);
        }
        return known;
    }

    private String startZooKeeper(EmbeddedSettings zooKeeper) throws NodeFailedException, InterruptedException {
        try {
            EmbeddedZooKeeper started = EmbeddedZooKeeper.start(zooKeeper.dataDirectory(), zooKeeper.port());
            embedded = started;
            log.info(
                    "embedded ZooKeeper runs in this process, data in {}; other nodes of this machine join it with --zookeeper {}",
                    started.dataDirectory().toAbsolutePath(),
                    started.connectString());
            return started.connectString();
        } catch (BindException e) {
            throw new NodeFailedException(
                    "port %s of 127.0.0.1 is taken, the embedded ZooKeeper cannot listen there; if a ZooKeeper does, join it with --zookeeper 127.0.0.1:%s, else choose a port with --embedded-zookeeper-port"
                            .formatted(zooKeeper.port(), zooKeeper.port()),
                    e);
        } catch (IOException e) {
            String reason = e instanceof FileSystemException ? e.toString() : e.getMessage();
            throw new NodeFailedException("the embedded ZooKeeper cannot start: " + reason, e);
        }
    }

    private Optional<String> failureReason() {
        EmbeddedZooKeeper zooKeeper = embedded;
        if (zooKeeper != null && !zooKeeper.isRunning()) {
            return Optional.of(EmbeddedFailure.reason(zooKeeper.dataDirectory(), zooKeeper.failure()));
        }
        Optional<String> reason = members.check(settings.operation().readyMargin());
        http.ifPresent(NodeHttp::watch);
        return reason;
    }
}
