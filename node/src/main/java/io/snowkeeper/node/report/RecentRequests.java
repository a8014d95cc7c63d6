package io.snowkeeper.node.report;

import io.snowkeeper.node.service.RequestCounters;
import java.util.ArrayDeque;
import java.util.OptionalDouble;
import java.util.stream.LongStream;

/** The requests of the last minute: how many failed, and how long they took. Looked at once a second. Thread-safe. */
final class RecentRequests {

    static final int SECONDS = 60;

    private static final double NANOS_PER_MILLI = 1e6;

    private final ArrayDeque<RequestTotals> seconds = new ArrayDeque<>();

    synchronized void add(RequestTotals totals) {
        seconds.add(totals);
        if (seconds.size() > SECONDS + 1) {
            seconds.remove();
        }
    }

    /** Returns how many requests failed a second. */
    synchronized double errorsPerSecond() {
        return seconds.size() < 2
                ? 0
                : (double) (seconds.getLast().errors() - seconds.getFirst().errors()) / (seconds.size() - 1);
    }

    /**
     * Returns in how many milliseconds a share of the requests was answered, estimated within the bucket that it lies in; empty if
     * there were none.
     */
    synchronized OptionalDouble quantileMillis(double share) {
        if (seconds.size() < 2) {
            return OptionalDouble.empty();
        }
        long[] counts = new long[RequestCounters.buckets()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = seconds.getLast().buckets().get(i)
                    - seconds.getFirst().buckets().get(i);
        }
        long all = LongStream.of(counts).sum();
        if (all <= 0) {
            return OptionalDouble.empty();
        }
        double wanted = share * all;
        long below = 0;
        int bucket = 0;
        while (bucket < counts.length - 1 && below + counts[bucket] < wanted) {
            below += counts[bucket];
            bucket++;
        }
        double from = bucket == 0 ? 0 : RequestCounters.boundNanos(bucket - 1);
        // The last one has no upper bound: its requests took longer than those of the one before.
        double to = bucket == counts.length - 1 ? from : RequestCounters.boundNanos(bucket);
        double part = counts[bucket] == 0 ? 1 : (wanted - below) / counts[bucket];
        return OptionalDouble.of((from + (to - from) * part) / NANOS_PER_MILLI);
    }
}
