package io.snowkeeper.node.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Request;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;

/**
 * The line protocol's requests by type and code, and how long they took: added up over the threads' tallies when Prometheus
 * asks. Micrometer has no histogram that is read from elsewhere, so this goes beside it.
 */
final class RequestCollector implements MultiCollector {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Supplier<List<RequestCounters>> tallies;

    RequestCollector(Supplier<List<RequestCounters>> tallies) {
        this.tallies = tallies;
    }

    @Override
    public MetricSnapshots collect() {
        List<RequestCounters> all = tallies.get();
        return MetricSnapshots.of(requests(all), durations(all));
    }

    private static CounterSnapshot requests(List<RequestCounters> all) {
        CounterSnapshot.Builder snapshot = CounterSnapshot.builder()
                .name("snowkeeper_requests")
                .help("Requests over the line protocol, by type and by the code of the answer");
        for (Request.Kind kind : Request.Kind.values()) {
            add(snapshot, kind, "ok", sum(all, tally -> tally.answered(kind)));
            for (ErrorCode code : ErrorCode.values()) {
                long refused = sum(all, tally -> tally.refused(kind, code));
                if (refused > 0) {
                    add(snapshot, kind, code.name().toLowerCase(Locale.ROOT), refused);
                }
            }
        }
        return snapshot.build();
    }

    private static void add(CounterSnapshot.Builder snapshot, Request.Kind kind, String code, long value) {
        snapshot.dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder()
                .labels(Labels.of("code", code, "type", kind.text()))
                .value((double) value)
                .build());
    }

    private static HistogramSnapshot durations(List<RequestCounters> all) {
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int i = 0; i < RequestCounters.buckets(); i++) {
            int index = i;
            double bound = i == RequestCounters.buckets() - 1
                    ? Double.POSITIVE_INFINITY
                    : RequestCounters.boundNanos(i) / NANOS_PER_SECOND;
            buckets.bucket(bound, sum(all, tally -> tally.bucket(index)));
        }
        return HistogramSnapshot.builder()
                .name("snowkeeper_request_duration_seconds")
                .help("From when requests over the line protocol were read together to when they were answered")
                .dataPoint(HistogramSnapshot.HistogramDataPointSnapshot.builder()
                        .classicHistogramBuckets(buckets.build())
                        .sum(sum(all, RequestCounters::nanos) / NANOS_PER_SECOND)
                        .build())
                .build();
    }

    private static long sum(List<RequestCounters> all, ToLongFunction<RequestCounters> figure) {
        return all.stream().mapToLong(figure).sum();
    }
}
