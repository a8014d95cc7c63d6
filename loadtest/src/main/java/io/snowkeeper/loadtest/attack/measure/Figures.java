package io.snowkeeper.loadtest.attack.measure;

import java.time.Duration;
import java.util.List;

/**
 * What innocents' requests of some time came to.
 *
 * @param requests how many were due
 * @param failed how many of them failed
 * @param median what half of them took at the most, failed ones included
 * @param p99 what 99 of 100 took at the most
 */
public record Figures(int requests, int failed, Duration median, Duration p99) {

    static Figures of(List<Sample> samples) {
        long[] nanos = samples.stream().mapToLong(Sample::nanos).sorted().toArray();
        int failed = (int) samples.stream().filter(Sample::failed).count();
        return new Figures(nanos.length, failed, percentile(nanos, 0.5), percentile(nanos, 0.99));
    }

    private static Duration percentile(long[] sorted, double share) {
        return sorted.length == 0
                ? Duration.ZERO
                : Duration.ofNanos(sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)]);
    }
}
