package io.snowkeeper.node.metrics;

import static java.util.Objects.requireNonNull;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.snowkeeper.coordinator.FleetView;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.embedded.id.HighestSequences;
import io.snowkeeper.embedded.metrics.LeaseMeters;
import io.snowkeeper.node.audit.AuditLog;
import io.snowkeeper.node.http.HttpObserver;
import io.snowkeeper.node.net.Backlog;
import io.snowkeeper.node.report.NodeSources;
import io.snowkeeper.node.report.PortReport;
import io.snowkeeper.node.report.Verdict;
import io.snowkeeper.node.report.fleet.FleetReports;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.tls.handshake.HandshakeFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** A node's metrics, by Micrometer's conventions. Everything is read when Prometheus asks. Thread-safe. */
public final class NodeMetrics implements HttpObserver, AutoCloseable {

    static final String SECONDS = "seconds";

    private static final double MILLIS_PER_SECOND = 1e3;

    private final NodeSources node;
    private final FleetReports reports;
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();
    private final RequestCollector requests = new RequestCollector();
    private final SequenceMeters sequences;

    /** Meters hold their sources weakly. */
    private final List<Object> counted = new CopyOnWriteArrayList<>();

    private final Map<UnavailableReason, LongAdder> refusedOverHttp = new EnumMap<>(UnavailableReason.class);

    private final AtomicReference<@Nullable CompletableFuture<String>> underWay = new AtomicReference<>();

    private volatile @Nullable FleetView fleet;
    private volatile Verdict verdict;

    /**
     * @param layout the layout of its ids
     * @param backlog the bytes that clients leave with it
     * @param reports looks at the fleet
     */
    public NodeMetrics(NodeSources node, Layout layout, Backlog backlog, FleetReports reports) {
        this.node = node;
        // Prometheus' own client has it.
        registry.config().meterFilter(MeterFilter.denyNameStartsWith("process.start.time"));
        this.reports = reports;
        verdict = reports.known(reports.own());
        for (UnavailableReason reason : UnavailableReason.values()) {
            refusedOverHttp.put(reason, new LongAdder());
        }
        sequences = new SequenceMeters(registry, node.sequences(), node.clock());
        registry.getPrometheusRegistry().register(requests);
        registry.getPrometheusRegistry()
                .register(new CoordinationCollector(node.members().times()));
        bindNode();
        bindBacklog(backlog);
        new FleetMeters(layout, () -> fleet, () -> verdict).bindTo(registry);
        bindProcess();
    }

    /** Adds a port by which a client sends one request after the other. */
    public void bindStream(PortReport port) {
        requests.add(port);
        bind(
                port,
                reason -> port.tallies().stream()
                        .mapToLong(tally -> tally.refused(reason))
                        .sum());
    }

    /** Adds the port that is observed by this. */
    public void bindHttp(PortReport port) {
        bind(port, reason -> countOf(reason).sum());
    }

    private void bind(PortReport port, ToLongFunction<UnavailableReason> refused) {
        counted.add(port);
        new PortMeters(port, refused).bindTo(registry);
    }

    @Override
    public void answered(String method, String route, int status, long nanos) {
        Timer.builder("http.server.requests")
                .description("Requests over HTTP")
                .tags("method", method, "uri", route, "status", Integer.toString(status))
                .serviceLevelObjectives(
                        Duration.ofMillis(1),
                        Duration.ofMillis(5),
                        Duration.ofMillis(25),
                        Duration.ofMillis(100),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(2))
                .register(registry)
                .record(Duration.ofNanos(nanos));
    }

    @Override
    public void refused(UnavailableReason reason) {
        countOf(reason).increment();
    }

    private LongAdder countOf(UnavailableReason reason) {
        return requireNonNull(refusedOverHttp.get(reason));
    }

    /** Adds the figures of the audit trail. */
    public void bindAudit(AuditLog audit) {
        counted.add(audit);
        FunctionCounter.builder("snowkeeper.audit.unwritten", audit, AuditLog::unwritten)
                .description("Events missing in the audit file, which could not be written; the log has them")
                .register(registry);
    }

    /**
     * Adds the services that answer the requests.
     *
     * @param services one for each worker id
     */
    public void bindServices(List<NodeService> services) {
        counted.add(services);
        FunctionCounter.builder(
                        "snowkeeper.tick.overflows",
                        services,
                        all -> all.stream().mapToLong(NodeService::waits).sum())
                .description("Requests that waited for the next tick because the current one's ids were used up")
                .register(registry);
        Gauge.builder(
                        "snowkeeper.sequences.closed",
                        services,
                        all -> all.get(0).closedSequences().isPresent() ? 1 : 0)
                .description(
                        "1 if this node refuses all numbers of sequences: ZooKeeper's data was restored, or is another fleet's")
                .register(registry);
    }

    /**
     * Adds the meters of a node that speaks TLS.
     *
     * @param certificate when its certificates expire
     * @param clientCa when the CA certificates for its clients expire; empty if they need no certificate
     * @param handshakes the figures of handshakes on both ports
     */
    public void bindTls(
            Supplier<Instant> certificate,
            Supplier<Optional<Instant>> clientCa,
            Supplier<HandshakeFigures> handshakes) {
        HandshakeMeters meters = new HandshakeMeters(handshakes);
        counted.add(meters);
        meters.bindTo(registry);
        expiry("server", certificate);
        if (clientCa.get().isPresent()) {
            expiry("client-ca", () -> clientCa.get().orElseThrow());
        }
    }

    private void expiry(String certificate, Supplier<Instant> time) {
        Gauge.builder(
                        "snowkeeper.tls.certificate.expiry.timestamp",
                        time,
                        when -> when.get().getEpochSecond())
                .baseUnit(SECONDS)
                .description(
                        "Unix time at which the first certificate of a file expires: the node's own (server), or its clients' CAs (client-ca)")
                .tags("certificate", certificate)
                .strongReference(true)
                .register(registry);
    }

    /**
     * Returns everything in Prometheus' text format. Never blocks; fails never. A call during a scrape gets that one,
     * so that there is one at a time.
     */
    public CompletionStage<String> scrape() {
        CompletableFuture<String> mine = new CompletableFuture<>();
        CompletableFuture<String> others = underWay.compareAndExchange(null, mine);
        if (others != null) {
            return others;
        }
        var unused = CompletableFuture.completedFuture(reports)
                .thenCompose(FleetReports::view)
                .handle((view, failure) -> {
                    if (view != null) {
                        fleet = view;
                    }
                    // Asks no other node: a scrape is not to wait for them, and each of them is scraped itself.
                    verdict = reports.known(reports.own());
                    sequences.update(node.sequences().sequenceUsage());
                    return registry.scrape();
                })
                .whenComplete((text, failure) -> {
                    underWay.set(null);
                    if (failure == null) {
                        mine.complete(text);
                    } else {
                        mine.completeExceptionally(failure);
                    }
                });
        return mine;
    }

    @Override
    public void close() {
        garbageCollection.close();
        registry.close();
    }

    private void bindNode() {
        Gauge.builder("snowkeeper.ready", node, all -> all.readiness().check().isReady() ? 1 : 0)
                .description("1 if the node is ready, as for /readyz")
                .register(registry);
        new LeaseMeters(node.members(), Tags.empty()).bindTo(registry);
        recentSequence("1s", HighestSequences::ofLastSecond);
        recentSequence("1m", HighestSequences::ofLastMinute);
        FunctionCounter.builder("snowkeeper.clock.rollbacks", node, NodeSources::clockRollbacks)
                .description(
                        "Times that the node's clock was set back by more than 5 ms; a step while the node was down counts once")
                .register(registry);
    }

    private void bindBacklog(Backlog backlog) {
        Gauge.builder("snowkeeper.answers.pending", backlog, Backlog::bytes)
                .description(
                        "Answers on all ports that clients have not read. If these and unfinished input reach 64 MiB, or a quarter of the direct memory if less, such clients get no more")
                .baseUnit(BaseUnits.BYTES)
                .strongReference(true)
                .register(registry);
        Gauge.builder("snowkeeper.input.pending", backlog, Backlog::inputBytes)
                .description(
                        "Memory for unfinished requests, and requests whose answers must wait, of connections with more than 4 KiB")
                .baseUnit(BaseUnits.BYTES)
                .strongReference(true)
                .register(registry);
    }

    private void recentSequence(String window, Function<HighestSequences, OptionalLong> highest) {
        Gauge.builder(
                        "snowkeeper.tick.highest.sequence.recent",
                        node,
                        all -> highest.apply(all.members().highestSequences()).orElse(0))
                .description(
                        "Highest sequence used in a tick, within the last second or minute, sampled five times a second")
                .tags("window", window)
                .register(registry);
    }

    private void bindProcess() {
        Gauge.builder("snowkeeper.build.info", () -> 1)
                .description("The program's version and its --fleet-name, if any; always 1")
                .tags("version", node.version(), "fleet_name", node.fleetName().orElse(""))
                .register(registry);
        new JvmInfoMetrics().bindTo(registry);
        new JvmMemoryMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        // Under the names that all clients of Prometheus use: files, memory and processors of the process, and its
        // start.
        ProcessMetrics.builder().register(registry.getPrometheusRegistry());
        new UptimeMetrics().bindTo(registry);
    }

    static double seconds(long millis) {
        return millis / MILLIS_PER_SECOND;
    }
}
