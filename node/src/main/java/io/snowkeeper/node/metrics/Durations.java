package io.snowkeeper.node.metrics;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.function.IntToLongFunction;

/** Durations that were counted elsewhere, as Prometheus takes them. Micrometer has no histogram that is read from elsewhere. */
final class Durations {

    private static final double NANOS_PER_SECOND = 1e9;

    private Durations() {}

    /**
     * @param buckets how many there are; the last one has no bound
     * @param boundNanos the bound of each but the last
     * @param counts how many are in each
     * @param nanos how long all took together
     */
    static HistogramDataPointSnapshot dataPoint(
            Labels labels, int buckets, IntToLongFunction boundNanos, IntToLongFunction counts, long nanos) {
        ClassicHistogramBuckets.Builder all = ClassicHistogramBuckets.builder();
        for (int i = 0; i < buckets; i++) {
            double bound = i == buckets - 1 ? Double.POSITIVE_INFINITY : boundNanos.applyAsLong(i) / NANOS_PER_SECOND;
            all.bucket(bound, counts.applyAsLong(i));
        }
        return HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(all.build())
                .sum(nanos / NANOS_PER_SECOND)
                .build();
    }
}
