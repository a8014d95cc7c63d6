package io.snowkeeper.benchmarks;

import io.snowkeeper.core.Layout;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.core.WaitStrategy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;

/**
 * A measurement of how long single calls take when one thread asks for more than the default layout holds, for a
 * minute: a histogram of all calls, and the longest. Beside it, the machine's own pauses of a thread that only reads
 * the clock.
 */
public final class Stalls {

    private static final int BUCKETS = Long.SIZE;
    private static final Duration DURATION = Duration.ofSeconds(Integer.getInteger("saturation", 60));

    private Stalls() {}

    /** The folder for {@code stalls.md} is the one argument. */
    public static void main(String... args) throws IOException {
        StringBuilder table = new StringBuilder();
        append(table, "no id, only the clock", System::nanoTime);
        append(table, "spinning", generator(WaitStrategy.SPIN));
        append(table, "parking", generator(WaitStrategy.PARK));
        Files.writeString(Path.of(args[0]).resolve("stalls.md"), table);
        System.out.print(table);
    }

    private static Call generator(WaitStrategy strategy) {
        return SnowflakeGenerator.builder(Layout.DEFAULT, 1)
                .waitStrategy(strategy)
                .build()::next;
    }

    private static void append(StringBuilder table, String name, Call call) {
        measure(call, Duration.ofSeconds(2), new long[BUCKETS]);
        long[] buckets = new long[BUCKETS];
        long longest = measure(call, DURATION, buckets);
        table.append("%nOne thread, %s s, %s: the longest call took %s.%n%n"
                .formatted(DURATION.toSeconds(), name, inUnits(longest)));
        table.append("| a call took less than | calls |%n|---|---:|%n".formatted());
        for (int i = 0; i < BUCKETS; i++) {
            if (buckets[i] > 0) {
                table.append(String.format(Locale.ROOT, "| %s | %,d |%n", inUnits(1L << i), buckets[i]));
            }
        }
    }

    private static long measure(Call call, Duration duration, long[] buckets) {
        long longest = 0;
        long unused = 0;
        long before = System.nanoTime();
        long end = before + duration.toNanos();
        while (before < end) {
            unused += call.next();
            long after = System.nanoTime();
            long took = after - before;
            buckets[BUCKETS - Long.numberOfLeadingZeros(took)]++;
            longest = Math.max(longest, took);
            before = after;
        }
        if (unused == 0) {
            throw new IllegalStateException("no id was issued");
        }
        return longest;
    }

    private static String inUnits(long nanos) {
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        return nanos < 1_000_000
                ? String.format(Locale.ROOT, "%.1f us", nanos / 1e3)
                : String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
    }

    /** A call that is measured. */
    @FunctionalInterface
    private interface Call {
        long next();
    }
}
