package io.snowkeeper.benchmarks.sequence;

import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.PendingReservation;
import io.snowkeeper.core.sequence.SequenceDefinition;
import io.snowkeeper.core.sequence.SequenceMode;
import io.snowkeeper.core.sequence.SequenceOptions;
import io.snowkeeper.sequences.Grant;
import io.snowkeeper.sequences.NextRequest;
import io.snowkeeper.sequences.Sequences;
import io.snowkeeper.testkit.zookeeper.Ensemble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
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

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final int PENDING = 1_000;
    private static final Duration BETWEEN_PAGES = Duration.ofMillis(200);

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
                benchmark.measurePending(CALLERS[CALLERS.length - 1], servers);
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
        String name = create(mode);
        double perSecond = underLoad(name, mode, callers, numbers -> {
            long before = numbers.sum();
            long started = System.nanoTime();
            Thread.sleep(MEASURED.toMillis());
            return (numbers.sum() - before) * 1e9 / (System.nanoTime() - started);
        });
        System.out.printf(
                Locale.ROOT,
                "snowkeeper %-8s servers=%d callers=%-3d %,12.0f numbers/s%n",
                mode.text(),
                servers,
                callers,
                perSecond);
    }

    /** How long a page of pending reservations takes beside as many callers as there ever are. */
    private void measurePending(int callers, int servers) throws InterruptedException {
        String asked = create(SequenceMode.GAPLESS);
        CompletableFuture.allOf(Stream.generate(
                                () -> sequences.next(NextRequest.of(asked).withTimeout(PATIENCE)))
                        .limit(PENDING)
                        .map(CompletionStage::toCompletableFuture)
                        .toArray(CompletableFuture[]::new))
                .join();
        String loaded = create(SequenceMode.GAPLESS);
        List<Double> millis = underLoad(loaded, SequenceMode.GAPLESS, callers, numbers -> {
            List<Double> each = new ArrayList<>();
            long end = System.nanoTime() + MEASURED.toNanos();
            while (System.nanoTime() < end) {
                long started = System.nanoTime();
                Page<PendingReservation> page = sequences
                        .pending(asked, Optional.empty(), PENDING)
                        .toCompletableFuture()
                        .join();
                if (page.items().size() != PENDING) {
                    throw new IllegalStateException("pending: " + page.items().size());
                }
                each.add((System.nanoTime() - started) / 1e6);
                Thread.sleep(BETWEEN_PAGES.toMillis());
            }
            Collections.sort(each);
            return each;
        });
        System.out.printf(
                Locale.ROOT,
                "snowkeeper pending  servers=%d callers=%-3d %,d reservations in one answer, n=%d: median %.0f ms, longest %.0f ms%n",
                servers,
                callers,
                PENDING,
                millis.size(),
                millis.get(millis.size() / 2),
                millis.get(millis.size() - 1));
    }

    private String create(SequenceMode mode) {
        String name = mode + "-" + ++runs;
        sequences.create(definition(name, mode)).toCompletableFuture().join();
        return name;
    }

    /** A measurement while callers take numbers. */
    private interface Look<T> {
        T at(LongAdder numbers) throws InterruptedException;
    }

    private <T> T underLoad(String name, SequenceMode mode, int callers, Look<T> look) throws InterruptedException {
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
        T seen = look.at(numbers);
        running.set(false);
        for (Thread thread : threads) {
            thread.join();
        }
        return seen;
    }

    private void take(String name, SequenceMode mode) {
        Grant grant = sequences
                .next(NextRequest.of(name).withTimeout(PATIENCE))
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
