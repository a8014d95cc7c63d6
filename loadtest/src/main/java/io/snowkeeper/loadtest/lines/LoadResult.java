package io.snowkeeper.loadtest.lines;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The result of a load.
 *
 * @param answers how many answers came while it was measured
 * @param seconds how long it was measured
 * @param latencies in nanoseconds, of each answer
 * @param ownCpuSeconds how much CPU time this program took meanwhile: near to the time of its threads, it limits the
 *     load itself
 * @param serverCpuSeconds how much CPU time the server took meanwhile, not a number if that was not asked for
 */
record LoadResult(long answers, double seconds, Histogram latencies, double ownCpuSeconds, double serverCpuSeconds) {

    private static final double[] PERCENTILES = {50, 90, 95, 99, 99.9, 99.99};
    private static final double NANOS_PER_MICRO = 1000;

    static LoadResult of(List<LoopResult> loops, double ownCpuSeconds, double serverCpuSeconds) {
        Histogram all = new Histogram(loops.get(0).latencies());
        all.reset();
        long answers = 0;
        long nanos = 0;
        for (LoopResult loop : loops) {
            all.add(loop.latencies());
            answers += loop.answers();
            nanos = Math.max(nanos, loop.nanos());
        }
        return new LoadResult(
                answers, nanos / (double) TimeUnit.SECONDS.toNanos(1), all, ownCpuSeconds, serverCpuSeconds);
    }

    double answersPerSecond() {
        return answers / seconds;
    }

    /** Returns a line for each figure, with its name before an equals sign; latencies in microseconds. */
    String figures() {
        StringBuilder figures = new StringBuilder();
        figure(figures, "answers", (double) answers);
        figure(figures, "seconds", seconds);
        figure(figures, "answers_per_second", answersPerSecond());
        for (double percentile : PERCENTILES) {
            String name = "p" + (percentile == Math.rint(percentile) ? "" + (int) percentile : "" + percentile) + "_us";
            figure(figures, name, latencies.getValueAtPercentile(percentile) / NANOS_PER_MICRO);
        }
        figure(figures, "max_us", latencies.getMaxValue() / NANOS_PER_MICRO);
        figure(figures, "own_cpu_seconds", ownCpuSeconds);
        if (!Double.isNaN(serverCpuSeconds)) {
            figure(figures, "server_cpu_seconds", serverCpuSeconds);
            figure(figures, "answers_per_server_cpu_second", answers / serverCpuSeconds);
        }
        return figures.toString();
    }

    private static void figure(StringBuilder figures, String name, double value) {
        figures.append(String.format(Locale.ROOT, "%s=%.3f%n", name, value));
    }
}
