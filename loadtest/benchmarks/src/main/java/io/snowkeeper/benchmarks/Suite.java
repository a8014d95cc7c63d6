package io.snowkeeper.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * A run of everything: throughput, allocation and CPU with 1, 2 and 8 threads; the time of one call; the longest stall
 * of a saturated generator. Leaves JMH's JSON, tables in Markdown and the picture in a folder.
 *
 * <p>System properties: {@code forks} (2), {@code iterations} (5), {@code seconds} of each iteration (1), {@code
 * saturation} in seconds (60), {@code include} (a regular expression of benchmarks' names).
 */
public final class Suite {

    private static final int[] THREADS = {1, 2, 8};
    private static final int WARMUP_ITERATIONS = 3;

    private final Path folder;
    private final int forks = Integer.getInteger("forks", 2);
    private final int iterations = Integer.getInteger("iterations", 5);
    private final TimeValue iterationTime = TimeValue.seconds(Integer.getInteger("seconds", 1));
    private final String include = System.getProperty("include", "^io\\.snowkeeper\\.benchmarks\\.[A-Z]");

    private Suite(Path folder) {
        this.folder = folder;
    }

    /** The folder for the results is the one argument; {@code loadtest/benchmarks/target/results} without one. */
    public static void main(String[] args) throws IOException, RunnerException, InterruptedException {
        Path folder = Path.of(args.length > 0 ? args[0] : "loadtest/benchmarks/target/results");
        Files.createDirectories(folder);
        Suite suite = new Suite(folder);
        for (int threads : THREADS) {
            suite.measureThroughput(threads);
        }
        suite.measureLatency();
        Stalls.main(folder.toString());
        Report.main(folder.toString());
    }

    private void measureThroughput(int threads) throws RunnerException {
        run(options(Report.throughputFile(folder, threads))
                .mode(Mode.Throughput)
                .threads(threads)
                .forks(forks)
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class));
    }

    private void measureLatency() throws RunnerException {
        run(options(Report.latencyFile(folder))
                .mode(Mode.SampleTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .threads(1)
                .forks(1));
    }

    private ChainedOptionsBuilder options(Path result) {
        return new OptionsBuilder()
                .include(include)
                .warmupIterations(WARMUP_ITERATIONS)
                .warmupTime(iterationTime)
                .measurementIterations(iterations)
                .measurementTime(iterationTime)
                .shouldFailOnError(true)
                .resultFormat(ResultFormatType.JSON)
                .result(result.toString());
    }

    private static void run(ChainedOptionsBuilder options) throws RunnerException {
        new Runner(options.build()).run();
    }
}
