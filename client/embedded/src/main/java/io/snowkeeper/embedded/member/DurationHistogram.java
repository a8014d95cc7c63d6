package io.snowkeeper.embedded.member;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** A histogram of how long things took that are worth a millisecond. Thread-safe. */
public final class DurationHistogram {

    private static final long[] BOUNDS = {
        250_000,
        500_000,
        1_000_000,
        2_500_000,
        5_000_000,
        10_000_000,
        25_000_000,
        50_000_000,
        100_000_000,
        250_000_000,
        500_000_000,
        1_000_000_000,
        2_500_000_000L,
        5_000_000_000L,
        10_000_000_000L
    };

    private final LongAdder[] counts =
            Stream.generate(LongAdder::new).limit(BOUNDS.length + 1L).toArray(LongAdder[]::new);
    private final LongAdder nanos = new LongAdder();

    /** Adds a duration in nanoseconds. */
    void add(long tookNanos) {
        int bucket = 0;
        while (bucket < BOUNDS.length && tookNanos > BOUNDS[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        nanos.add(tookNanos);
    }

    /** Returns how many there were. */
    public long count() {
        return Stream.of(counts).mapToLong(LongAdder::sum).sum();
    }

    /** Returns how long all took together, in nanoseconds. */
    public long nanos() {
        return nanos.sum();
    }

    /** Returns how many took up to the bound of a bucket, and longer than that of the one before. */
    public long bucket(int index) {
        return counts[index].sum();
    }

    /** Returns how many buckets there are; the last one has no bound. */
    public static int buckets() {
        return BOUNDS.length + 1;
    }

    /** Returns the bound of a bucket in nanoseconds. */
    public static long boundNanos(int bucket) {
        return BOUNDS[bucket];
    }
}
