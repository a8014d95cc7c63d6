package io.snowkeeper.loadtest.lines;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A measurement of a load: its threads, and the CPU time that they and the server take after the warm-up. */
final class Measurement {

    private Measurement() {}

    /**
     * Runs each in a thread of its own, to the end.
     *
     * @throws IOException if one of them cannot go on
     */
    static LoadResult of(List<? extends Callable<LoopResult>> loops, Duration warmup, ProcessCpu server)
            throws IOException, InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(loops.size());
        try {
            List<Future<LoopResult>> running = new ArrayList<>();
            for (Callable<LoopResult> loop : loops) {
                running.add(executor.submit(loop));
            }
            TimeUnit.NANOSECONDS.sleep(warmup.toNanos());
            double cpuBefore = ownCpuSeconds();
            double serverCpuBefore = server.seconds();
            List<LoopResult> results = new ArrayList<>();
            for (Future<LoopResult> loop : running) {
                results.add(loop.get());
            }
            return LoadResult.of(results, ownCpuSeconds() - cpuBefore, server.seconds() - serverCpuBefore);
        } catch (ExecutionException e) {
            throw new IOException("the load cannot go on: " + e.getMessage(), e);
        } finally {
            executor.shutdownNow();
        }
    }

    private static double ownCpuSeconds() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime() / (double) TimeUnit.SECONDS.toNanos(1)
                : Double.NaN;
    }
}
