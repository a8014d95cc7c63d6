package io.snowkeeper.benchmarks.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.node.line.LineSession;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.RequestCounters;
import io.snowkeeper.node.service.id.FixedWorkerIds;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.stream.StreamHandler;
import io.snowkeeper.node.stream.StreamSession;
import java.time.Instant;

/** The answers to lines of one read, made as a connection does it. The layout has 22 sequence bits, so that no tick is waited for. */
final class LineAnswers {

    private static final Layout WIDE = Layout.milliseconds(Instant.ofEpochMilli(1_704_067_200_000L), 40, 1, 22);
    private static final byte[] LINE =
            "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":1}}\n".getBytes(US_ASCII);

    private final NodeService node = new NodeService(
            "n1",
            new FixedWorkerIds(new SnowflakeGenerator(WIDE, 1), MillisClock.wall(), System::nanoTime),
            MillisClock.wall(),
            () -> NodeStatus.alone("n1"));
    private final LineSession session;
    private final ByteBuf out = Unpooled.buffer(64 * 1024);
    private final ByteBuf input = Unpooled.directBuffer(64 * LINE.length);

    /** @param decoder knows the client's rights */
    LineAnswers(RequestDecoder decoder, RequestCounters tally) {
        session = new LineSession(node, decoder, "n1", tally, UnpooledByteBufAllocator.DEFAULT, Runnable::run);
    }

    /** Answers as many lines as a client sends together, and counts them as {@link StreamHandler} does. */
    int counted(int lines) {
        long started = System.nanoTime();
        int length = uncounted(lines);
        session.countAnswered(System.nanoTime() - started);
        return length;
    }

    /** The same without the stopwatch and the tally. */
    int uncounted(int lines) {
        return answer(LINE, lines);
    }

    /** Answers a line that is sent some times. */
    int answer(byte[] line, int times) {
        out.clear();
        input.clear();
        for (int i = 0; i < times; i++) {
            input.writeBytes(line);
        }
        session.append(input.retain());
        while (session.answerNext(out) == StreamSession.Step.ANSWERED) {
            // The lines of one read are more than one piece.
        }
        return out.readableBytes();
    }

    /** Returns the last answers. */
    String text() {
        return out.toString(US_ASCII);
    }
}
