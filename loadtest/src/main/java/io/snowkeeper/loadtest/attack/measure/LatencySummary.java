package io.snowkeeper.loadtest.attack.measure;

import java.time.Duration;
import java.util.List;

/**
 * The count and the latencies of innocents' requests of some time.
 *
 * @param requests how many were due
 * @param failed how many of them failed
 * @param median the most that half of them took, failed ones included
 * @param p99 the most that 99 of 100 took
 */
public record LatencySummary(int requests, int failed, Duration median, Duration p99) {

    static LatencySummary of(List<Sample> samples) {
        long[] nanos = samples.stream().mapToLong(Sample::nanos).sorted().toArray();
        int failed = (int) samples.stream().filter(Sample::failed).count();
        return new LatencySummary(nanos.length, failed, percentile(nanos, 0.5), percentile(nanos, 0.99));
    }

    private static Duration percentile(long[] sorted, double share) {
        return sorted.length == 0
                ? Duration.ZERO
                : Duration.ofNanos(sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)]);
    }
}
