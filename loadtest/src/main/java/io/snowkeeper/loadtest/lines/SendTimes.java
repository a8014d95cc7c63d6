package io.snowkeeper.loadtest.lines;

import org.HdrHistogram.Histogram;

/** The times at which the lines were sent that have no answer yet: a ring of groups that were sent at the same time. */
final class SendTimes {

    private final long[] nanos;
    private final int[] counts;
    private int first;
    private int groups;
    private int lines;

    /** @param maxLines how many lines may be without an answer */
    SendTimes(int maxLines) {
        nanos = new long[maxLines];
        counts = new int[maxLines];
    }

    /** Returns how many lines have no answer. */
    int lines() {
        return lines;
    }

    /** Adds lines that were sent, or should have been sent. */
    void add(long sentNanos, int count) {
        int slot = (first + groups) % nanos.length;
        nanos[slot] = sentNanos;
        counts[slot] = count;
        groups++;
        lines += count;
    }

    /**
     * Takes the lines that were sent first, and records how long their answers took.
     *
     * @throws IllegalStateException if fewer lines were sent
     */
    void answered(int count, long nowNanos, Histogram latencies) {
        if (count > lines) {
            throw new IllegalStateException("%s answers came to %s lines".formatted(count, lines));
        }
        int left = count;
        lines -= count;
        while (left > 0) {
            int of = Math.min(left, counts[first]);
            latencies.recordValueWithCount(Math.max(0, nowNanos - nanos[first]), of);
            counts[first] -= of;
            left -= of;
            if (counts[first] == 0) {
                first = (first + 1) % nanos.length;
                groups--;
            }
        }
    }
}
