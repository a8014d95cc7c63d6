package io.snowkeeper.benchmarks.line;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.core.Layout;
import io.snowkeeper.core.MillisClock;
import io.snowkeeper.core.SnowflakeGenerator;
import io.snowkeeper.node.line.LineSession;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.node.service.NodeService;
import io.snowkeeper.node.service.id.FixedWorkerIds;
import io.snowkeeper.node.service.message.NodeStatus;
import io.snowkeeper.node.stream.StreamSession;
import java.io.IOException;
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
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A benchmark from the bytes of a request to the bytes of its answer, without a socket: ours beside a Jackson tree in
 * both directions. The layout has 22 sequence bits, so that no tick is waited for.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class Codec {

    private static final Layout WIDE = Layout.milliseconds(Instant.ofEpochMilli(1_704_067_200_000L), 40, 1, 22);
    private static final int MAX_BATCH = 100_000;

    /** The body of the request. */
    @Param({
        "{\"type\":\"generate\",\"msg_id\":1}",
        "{\"type\":\"generate\",\"msg_id\":1,\"format\":\"string\"}",
        "{\"type\":\"generate\",\"msg_id\":1,\"trace\":\"x\"}",
        "{\"type\":\"generate_batch\",\"msg_id\":1,\"count\":1000}",
        "{\"type\":\"decompose\",\"msg_id\":1,\"id\":382500392145063936}",
        "{\"type\":\"time_info\",\"msg_id\":1}",
        "{\"type\":\"status\",\"msg_id\":1}",
        "{\"type\":\"verify_ids\",\"msg_id\":1,\"ids\":[10,20,10,30]}"
    })
    public String body = "";

    private final SnowflakeGenerator generator = new SnowflakeGenerator(WIDE, 1);
    private final ObjectMapper mapper = new ObjectMapper();
    private final ByteBuf out = Unpooled.buffer(64 * 1024);
    private ByteBuf line = Unpooled.EMPTY_BUFFER;
    private JsonNode answer = mapper.createObjectNode();
    private byte[] bytes = {};
    private long msgId;

    private final NodeService node = new NodeService(
            "n1",
            new FixedWorkerIds(generator, MillisClock.wall(), System::nanoTime),
            MillisClock.wall(),
            () -> NodeStatus.alone("n1"));
    private final LineSession session = new LineSession(node, new RequestDecoder(MAX_BATCH), "n1");

    /** Makes the line. */
    @Setup
    public void makeLine() throws IOException {
        bytes = ("{\"src\":\"c1\",\"dest\":\"n1\",\"body\":" + body + "}\n").getBytes(US_ASCII);
        line = Unpooled.directBuffer().writeBytes(bytes);
        ours();
        answer = mapper.readTree(out.toString(US_ASCII));
    }

    /** Takes the line in and answers it, as a connection does. */
    @Benchmark
    public int ours() {
        out.clear();
        session.append(line.retain());
        line.readerIndex(0);
        while (session.answerNext(out) == StreamSession.Step.ANSWERED) {
            // A long answer comes in pieces.
        }
        return out.readableBytes();
    }

    /** Reads the request as a tree, and writes the same answer from a tree that is kept, with ids of its own. */
    @Benchmark
    public int jacksonTree() throws IOException {
        JsonNode asked = mapper.readTree(bytes).get("body");
        ObjectNode to = (ObjectNode) answer.get("body");
        if (asked.has("count")) {
            ArrayNode ids = to.putArray("ids");
            for (int i = asked.get("count").intValue(); i > 0; i--) {
                ids.add(generator.next());
            }
        } else if (to.has("id")) {
            to.put("id", generator.next());
        }
        to.set("in_reply_to", asked.get("msg_id"));
        to.put("msg_id", msgId++);
        return mapper.writeValueAsBytes(answer).length;
    }
}
