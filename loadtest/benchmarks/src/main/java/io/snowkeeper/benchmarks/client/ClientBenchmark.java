package io.snowkeeper.benchmarks.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * Threads that take number after number from one client, each when it has the one before. Prints a line for each number of
 * threads: who, threads, numbers a second.
 */
public final class ClientBenchmark {

    private static final Duration WARM_UP = Duration.ofMillis(Long.getLong("warmupMillis", 3_000));
    private static final Duration MEASURED = Duration.ofMillis(Long.getLong("measuredMillis", 4_000));

    private ClientBenchmark() {}

    /** @param args whose client, the port of its server on this machine, and numbers of threads */
    public static void main(String[] args) throws InterruptedException {
        Numbers.Kind kind = Numbers.Kind.valueOf(args[0].toUpperCase(Locale.ROOT));
        int port = Integer.parseInt(args[1]);
        for (int i = 2; i < args.length; i++) {
            int threads = Integer.parseInt(args[i]);
            System.out.printf(Locale.ROOT, "%s %d %.0f%n", args[0], threads, numbersPerSecond(kind, port, threads));
        }
    }

    private static double numbersPerSecond(Numbers.Kind kind, int port, int count) throws InterruptedException {
        LongAdder taken = new LongAdder();
        AtomicBoolean running = new AtomicBoolean(true);
        List<Thread> threads = new ArrayList<>();
        try (Numbers numbers = kind.connect(port, count)) {
            for (int i = 0; i < count; i++) {
                Thread thread = new Thread(() -> {
                    while (running.get()) {
                        numbers.next();
                        taken.increment();
                    }
                });
                thread.start();
                threads.add(thread);
            }
            Thread.sleep(WARM_UP.toMillis());
            long before = taken.sum();
            long started = System.nanoTime();
            Thread.sleep(MEASURED.toMillis());
            double perSecond = (taken.sum() - before) * 1e9 / (System.nanoTime() - started);
            running.set(false);
            for (Thread thread : threads) {
                thread.join();
            }
            return perSecond;
        }
    }
}
