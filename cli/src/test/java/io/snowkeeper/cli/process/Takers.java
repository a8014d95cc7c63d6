package io.snowkeeper.cli.process;

import io.snowkeeper.core.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** Threads that take one id after the other, a hundred a second, and count which node gave it. */
final class Takers implements AutoCloseable {

    private static final long PAUSE_MILLIS = 10;

    private final Map<Long, LongAdder> byWorker = new ConcurrentHashMap<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean stop;

    /** A source of ids. */
    @FunctionalInterface
    interface Source {
        long next() throws Exception;
    }

    void start(Source source) {
        Thread thread = new Thread(() -> take(source), "taker-" + threads.size());
        threads.add(thread);
        thread.start();
    }

    private void take(Source source) {
        try {
            while (!stop) {
                long id = source.next();
                byWorker.computeIfAbsent(Layout.DEFAULT.workerIdOf(id), worker -> new LongAdder())
                        .increment();
                Thread.sleep(PAUSE_MILLIS);
            }
        } catch (Throwable e) {
            failures.add(e);
        }
    }

    /** Resets the counts. */
    void startToCount() {
        byWorker.clear();
    }

    /** Returns the part of each node, in percent. */
    List<Double> shares() {
        Map<Long, Long> counts = new TreeMap<>();
        byWorker.forEach((worker, count) -> counts.put(worker, count.sum()));
        double all = counts.values().stream().mapToLong(Long::longValue).sum();
        ToDoubleFunction<Long> share = count -> 100 * count / all;
        return counts.values().stream().map(share::applyAsDouble).toList();
    }

    /** Returns the failures, each of which ends a thread. */
    Queue<Throwable> failures() {
        return failures;
    }

    @Override
    public void close() throws InterruptedException {
        stop = true;
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
