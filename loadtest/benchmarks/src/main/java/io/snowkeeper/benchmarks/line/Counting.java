package io.snowkeeper.benchmarks.line;

import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.Request;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A benchmark of the cost of counting: the lines of one read answered with and without the counts for the metrics. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(4)
public class Counting {

    /** How many lines a client sends together. */
    @Param({"1", "64"})
    public int lines;

    private final RequestCounters tally = new RequestCounters();
    private final Answer other = new Answer.TimeInfo(1, 2, 3, 4);
    private final LineAnswers answers =
            new LineAnswers(new RequestDecoder(LineServerSettings.DEFAULT_MAX_BATCH), tally);

    @Benchmark
    public int counted() {
        return answers.counted(lines);
    }

    @Benchmark
    public int uncounted() {
        return answers.uncounted(lines);
    }

    /** The additional work for a request that goes the long way, which takes microseconds. */
    @Benchmark
    public void tallyAlone() {
        tally.answered(Request.Kind.TIME_INFO, other);
    }
}
