package io.snowkeeper.benchmarks.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.node.line.LineServerSettings;
import io.snowkeeper.node.line.LineSession;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.id.FixedWorkerIds;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.service.message.Request;
import io.snowkeeper.node.stream.StreamHandler;
import io.snowkeeper.node.stream.StreamSession;
import java.time.Instant;
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

/**
 * A benchmark of what it costs to count: the lines of one read answered as a connection does it, with and without what
 * is done for the metrics. The layout has 22 sequence bits, so that no tick is waited for.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(4)
public class Counting {

    private static final Layout WIDE = Layout.milliseconds(Instant.ofEpochMilli(1_704_067_200_000L), 40, 1, 22);
    private static final byte[] LINE =
            "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n".getBytes(US_ASCII);

    /** How many lines a client sends together. */
    @Param({"1", "64"})
    public int lines;

    private final RequestCounters tally = new RequestCounters();
    private final Answer other = new Answer.TimeInfo(1, 2, 3, 4);
    private final NodeService node = new NodeService(
            "n1",
            new FixedWorkerIds(new SnowflakeGenerator(WIDE, 1), MillisClock.wall(), System::nanoTime),
            MillisClock.wall(),
            () -> NodeStatus.alone("n1"));
    private final LineSession session = new LineSession(
            node,
            new RequestDecoder(LineServerSettings.DEFAULT_MAX_BATCH),
            "n1",
            tally,
            UnpooledByteBufAllocator.DEFAULT,
            Runnable::run);
    private final ByteBuf out = Unpooled.buffer(64 * 1024);
    private final ByteBuf input = Unpooled.directBuffer(64 * LINE.length);

    /** As {@link StreamHandler} does it. */
    @Benchmark
    public int counted() {
        long started = System.nanoTime();
        int length = answerAll();
        session.countAnswered(System.nanoTime() - started);
        return length;
    }

    /** The same without the stopwatch and the tally. */
    @Benchmark
    public int uncounted() {
        return answerAll();
    }

    /** What is added for a request that goes the long way, which takes microseconds. */
    @Benchmark
    public void tallyAlone() {
        tally.answered(Request.Kind.TIME_INFO, other);
    }

    private int answerAll() {
        out.clear();
        input.clear();
        for (int i = 0; i < lines; i++) {
            input.writeBytes(LINE);
        }
        session.append(input.retain());
        while (session.answerNext(out) == StreamSession.Step.ANSWERED) {
            // What was read together is more than one piece.
        }
        return out.readableBytes();
    }
}
