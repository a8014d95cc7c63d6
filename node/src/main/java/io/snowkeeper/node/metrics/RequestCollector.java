package io.snowkeeper.node.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.report.PortReport;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Request;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.ToLongFunction;

/**
 * The requests of each protocol but HTTP by type and code, and how long they took: added up over the threads' tallies when Prometheus
 * asks.
 */
final class RequestCollector implements MultiCollector {

    private final Map<String, PortReport> ports = new ConcurrentSkipListMap<>();

    void add(PortReport port) {
        ports.put(port.protocol(), port);
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(requests(), durations());
    }

    private CounterSnapshot requests() {
        CounterSnapshot.Builder snapshot = CounterSnapshot.builder()
                .name("snowkeeper_requests")
                .help(
                        "Requests over the line protocol and Redis', by type and answer code. A command that MULTI queues counts twice: as connection when it is queued, and when it runs");
        ports.forEach((protocol, port) -> add(snapshot, protocol, port.tallies()));
        return snapshot.build();
    }

    private static void add(CounterSnapshot.Builder snapshot, String protocol, List<RequestCounters> all) {
        for (Request.Kind kind : Request.Kind.values()) {
            add(snapshot, protocol, kind, "ok", sum(all, tally -> tally.answered(kind)));
            for (ErrorCode code : ErrorCode.values()) {
                long refused = sum(all, tally -> tally.refused(kind, code));
                if (refused > 0) {
                    add(snapshot, protocol, kind, code.name().toLowerCase(Locale.ROOT), refused);
                }
            }
        }
    }

    private static void add(
            CounterSnapshot.Builder snapshot, String protocol, Request.Kind kind, String code, long value) {
        snapshot.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(Labels.of("code", code, "protocol", protocol, "type", kind.text()))
                .value((double) value)
                .build());
    }

    private HistogramSnapshot durations() {
        HistogramSnapshot.Builder snapshot = HistogramSnapshot.builder()
                .name("snowkeeper_request_duration_seconds")
                .help("From reading requests over the line protocol or Redis' together to answering them");
        ports.forEach((protocol, port) -> snapshot.dataPoint(durations(protocol, port.tallies())));
        return snapshot.build();
    }

    private static HistogramSnapshot.HistogramDataPointSnapshot durations(String protocol, List<RequestCounters> all) {
        return Durations.dataPoint(
                Labels.of("protocol", protocol),
                RequestCounters.buckets(),
                RequestCounters::boundNanos,
                bucket -> sum(all, tally -> tally.bucket(bucket)),
                sum(all, RequestCounters::nanos));
    }

    private static long sum(List<RequestCounters> all, ToLongFunction<RequestCounters> figure) {
        return all.stream().mapToLong(figure).sum();
    }
}
