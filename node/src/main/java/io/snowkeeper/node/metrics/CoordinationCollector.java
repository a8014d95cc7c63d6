package io.snowkeeper.node.metrics;

import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.snowkeeper.coordinator.WriteObserver.Outcome;
import io.snowkeeper.embedded.member.CoordinationTimes;
import io.snowkeeper.embedded.member.DurationHistogram;
import java.util.Locale;

/**
 * The histograms of how long renewals of worker ids take, and writes to ZooKeeper: of those that were done, and of those that were not.
 *
 * @param times where they are counted
 */
record CoordinationCollector(CoordinationTimes times) implements MultiCollector {

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(renewals(), writes());
    }

    private HistogramSnapshot renewals() {
        return HistogramSnapshot.builder()
                .name("snowkeeper_lease_renewal_seconds")
                .help(
                        "Attempts to extend a reservation, from comparing the clocks to writing the node's disk: renewed, or failed and tried again. None while ZooKeeper is away")
                .dataPoint(dataPoint("renewed", times.renewals(true)))
                .dataPoint(dataPoint("failed", times.renewals(false)))
                .build();
    }

    private HistogramSnapshot writes() {
        HistogramSnapshot.Builder snapshot = HistogramSnapshot.builder()
                .name("snowkeeper_zookeeper_write_seconds")
                .help(
                        "Writes of leases and sequences to ZooKeeper, until their answer: done; refused, mostly because another node was first; or unanswered, and perhaps done");
        for (Outcome outcome : Outcome.values()) {
            snapshot.dataPoint(dataPoint(outcome.name().toLowerCase(Locale.ROOT), times.writes(outcome)));
        }
        return snapshot.build();
    }

    private static HistogramDataPointSnapshot dataPoint(String outcome, DurationHistogram durations) {
        return Durations.dataPoint(
                Labels.of("outcome", outcome),
                DurationHistogram.buckets(),
                DurationHistogram::boundNanos,
                durations::bucket,
                durations.nanos());
    }
}
