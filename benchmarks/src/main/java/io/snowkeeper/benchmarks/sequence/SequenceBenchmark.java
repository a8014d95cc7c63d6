package io.snowkeeper.benchmarks.sequence;

import io.snowkeeper.coordinator.sequence.Grant;
import io.snowkeeper.coordinator.sequence.NextRequest;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.Sequences;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.apache.zookeeper.KeeperException;

/**
 * Callers take number after number, each when it has the one before; in gapless mode they confirm it first. Prints a line
 * for each mode, number of callers and number of ZooKeeper servers.
 */
public final class SequenceBenchmark {

    private static final int[] CALLERS = {1, 32, 256};
    private static final Duration WARM_UP = Duration.ofSeconds(Long.getLong("warmup", 3));
    private static final Duration MEASURED = Duration.ofSeconds(Long.getLong("seconds", 8));

    private static final int RAW_ROUNDS = 5;
    private static final int RAW_WARM_UP = 5;
    private static final Duration RAW_TIME = Duration.ofSeconds(2);

    private final Sequences sequences;
    private int runs;

    private SequenceBenchmark(Sequences sequences) {
        this.sequences = sequences;
    }

    /** @param args the folder for the ZooKeepers' data */
    public static void main(String[] args) throws IOException, InterruptedException, KeeperException {
        Path folder = Files.createTempDirectory(Files.createDirectories(Path.of(args[0])), "zookeeper");
        for (int servers : new int[] {1, 3}) {
            try (Ensemble ensemble = DurableServers.start(servers, "-Xmx512m", folder.resolve("of" + servers));
                    Sequences sequences = FirstWrite.open(ensemble.connectString(), "benchmark")) {
                SequenceBenchmark benchmark = new SequenceBenchmark(sequences);
                benchmark.compareWithRawWrites(ensemble.connectString(), servers);
                for (SequenceMode mode : SequenceMode.values()) {
                    for (int callers : CALLERS) {
                        benchmark.measure(mode, callers, servers);
                    }
                }
            }
        }
    }

    /** One caller and ZooKeeper's own client take turns, since a disk is not as fast at all times. */
    private void compareWithRawWrites(String connectString, int servers)
            throws IOException, InterruptedException, KeeperException {
        String name = "beside-raw";
        sequences
                .create(definition(name, SequenceMode.ORDERED))
                .toCompletableFuture()
                .join();
        try (RawWrites raw = new RawWrites(connectString)) {
            for (int round = 0; round < RAW_WARM_UP + RAW_ROUNDS; round++) {
                double writes = raw.measure(RAW_TIME);
                long started = System.nanoTime();
                int numbers = 0;
                while (System.nanoTime() - started < RAW_TIME.toNanos()) {
                    take(name, SequenceMode.ORDERED);
                    numbers++;
                }
                double perSecond = numbers * 1e9 / (System.nanoTime() - started);
                // The first rounds are to warm up: code is compiled after some ten thousand numbers.
                if (round >= RAW_WARM_UP) {
                    System.out.printf(
                            Locale.ROOT,
                            "ordered beside raw  servers=%d callers=1   %,12.0f numbers/s, raw %,.0f writes/s, ratio %.2f%n",
                            servers,
                            perSecond,
                            writes,
                            perSecond / writes);
                }
            }
        }
    }

    private void measure(SequenceMode mode, int callers, int servers) throws InterruptedException {
        String name = mode + "-" + ++runs;
        sequences.create(definition(name, mode)).toCompletableFuture().join();
        LongAdder numbers = new LongAdder();
        AtomicBoolean running = new AtomicBoolean(true);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            Thread thread = new Thread(() -> {
                while (running.get()) {
                    take(name, mode);
                    numbers.increment();
                }
            });
            thread.start();
            threads.add(thread);
        }
        Thread.sleep(WARM_UP.toMillis());
        long before = numbers.sum();
        long started = System.nanoTime();
        Thread.sleep(MEASURED.toMillis());
        double perSecond = (numbers.sum() - before) * 1e9 / (System.nanoTime() - started);
        running.set(false);
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.printf(
                Locale.ROOT,
                "snowkeeper %-8s servers=%d callers=%-3d %,12.0f numbers/s%n",
                mode.text(),
                servers,
                callers,
                perSecond);
    }

    private void take(String name, SequenceMode mode) {
        Grant grant = sequences
                .next(NextRequest.of(name).withTimeout(Duration.ofMinutes(1)))
                .toCompletableFuture()
                .join();
        if (mode == SequenceMode.GAPLESS) {
            sequences
                    .confirm(name, grant.reservation().orElseThrow())
                    .toCompletableFuture()
                    .join();
        }
    }

    private static SequenceDefinition definition(String name, SequenceMode mode) {
        return new SequenceDefinition(
                name,
                mode,
                List.of(new NumberRange(1, Long.MAX_VALUE)),
                SequenceOptions.DEFAULT.withBlock(100, 10_000_000));
    }
}
