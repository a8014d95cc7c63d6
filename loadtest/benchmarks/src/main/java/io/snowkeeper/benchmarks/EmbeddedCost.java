package io.snowkeeper.benchmarks;

import com.sun.management.ThreadMXBean;
import io.snowkeeper.coordinator.zookeeper.EmbeddedZooKeeper;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.embedded.LeasedIds;
import io.snowkeeper.embedded.LeasedIdsOptions;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The cost of an id of an embedded member beside one of the bare generator, on a machine that has other work: the two
 * take turns in slices of a million ids, and the CPU time of the threads that make them counts. The member's lease is
 * renewed meanwhile. Prints a table in Markdown.
 */
public final class EmbeddedCost {

    /** 22 bits of sequence: 4 million ids a millisecond, so that the layout limits nothing. */
    private static final Layout WIDE = Layout.milliseconds(Layout.DEFAULT_EPOCH, 40, 1, 22);

    private static final int[] THREADS = {1, 2, 8};
    private static final int IDS = 1_000_000;
    private static final int WARMUP = 30;
    private static final int SLICES = 150;

    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final SnowflakeGenerator bare = new SnowflakeGenerator(WIDE, 1);
    private final LeasedIds embedded;
    /** Written, so that making ids is not left out. */
    private volatile long last;

    private EmbeddedCost(LeasedIds embedded) {
        this.embedded = embedded;
    }

    /** The cost of a slice: of one thread, or of all. */
    private record Cost(double cpuNanos, double bytes) {}

    /** Takes no arguments. */
    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        LeasedIdsOptions options = LeasedIdsOptions.builder("benchmark")
                .layout(WIDE)
                .window(Duration.ofSeconds(3))
                .build();
        try (EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(Files.createTempDirectory("snowkeeper-cost"), 0);
                LeasedIds ids = LeasedIds.join(zooKeeper.connectString(), options)) {
            System.out.println("| threads | bare, CPU ns/id | embedded | rate, of the bare one's | embedded, B/id |");
            System.out.println("|---:|---:|---:|---:|---:|");
            EmbeddedCost cost = new EmbeddedCost(ids);
            for (int threads : THREADS) {
                cost.measure(threads);
            }
        }
    }

    private void measure(int threads) throws InterruptedException, ExecutionException {
        ExecutorService callers = Executors.newFixedThreadPool(threads);
        try {
            double[] bareNanos = new double[SLICES];
            double[] nanos = new double[SLICES];
            double[] bytes = new double[SLICES];
            for (int i = -WARMUP; i < SLICES; i++) {
                Cost ofBare = slice(callers, threads, () -> cost(threads, this::makeBare));
                Cost ofEmbedded = slice(callers, threads, () -> cost(threads, this::makeEmbedded));
                if (i >= 0) {
                    bareNanos[i] = ofBare.cpuNanos;
                    nanos[i] = ofEmbedded.cpuNanos;
                    bytes[i] = ofEmbedded.bytes;
                }
            }
            System.out.printf(
                    "| %d | %.1f | %.1f | %.3f | %.4f |%n",
                    threads, median(bareNanos), median(nanos), median(bareNanos) / median(nanos), median(bytes));
        } finally {
            callers.shutdown();
        }
    }

    private static Cost slice(ExecutorService callers, int threads, Callable<Cost> part)
            throws InterruptedException, ExecutionException {
        List<Callable<Cost>> parts = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            parts.add(part);
        }
        double nanos = 0;
        double bytes = 0;
        for (Future<Cost> done : callers.invokeAll(parts)) {
            nanos += done.get().cpuNanos / threads;
            bytes += done.get().bytes / threads;
        }
        return new Cost(nanos, bytes);
    }

    private interface Making {
        void make(int count);
    }

    private Cost cost(int threads, Making making) {
        int count = IDS / threads;
        long bytes = thread.getCurrentThreadAllocatedBytes();
        long nanos = thread.getCurrentThreadCpuTime();
        making.make(count);
        return new Cost(
                (double) (thread.getCurrentThreadCpuTime() - nanos) / count,
                (double) (thread.getCurrentThreadAllocatedBytes() - bytes) / count);
    }

    private void makeBare(int count) {
        long id = 0;
        for (int i = 0; i < count; i++) {
            id ^= bare.next();
        }
        last = id;
    }

    private void makeEmbedded(int count) {
        long id = 0;
        for (int i = 0; i < count; i++) {
            id ^= embedded.next();
        }
        last = id;
    }

    private static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }
}
