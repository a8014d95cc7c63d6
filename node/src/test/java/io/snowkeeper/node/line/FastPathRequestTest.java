package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.node.line.codec.FastPathRequest;
import io.snowkeeper.node.line.codec.LineLimits;
import io.snowkeeper.node.line.codec.RequestDecoder;
import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The short way gives the same answers as the parser. */
class FastPathRequestTest {

    private static final int LINES_PER_SEED = 2000;

    private final FastPathRequest request = new FastPathRequest();

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"type\":\"generate\",\"msg_id\":2}}",
                "{\"id\":7,\"src\":\"c1\",\"dest\":\"n1\",\"body\":{\"msg_id\":2,\"type\":\"generate\"}}",
                "{\"body\":{\"type\":\"generate\"}}",
                "{\"src\": \"c1\", \"dest\": \"n1\", \"body\": {\"type\": \"generate\", \"msg_id\": 2}}",
                " { \"body\" : { \"format\" : \"string\" , \"type\" : \"generate\" } , \"src\" : null }\t\r",
                "{\"body\":{\"type\":\"generate_batch\",\"count\":1000}}",
                "{\"body\":{\"format\":\"number\",\"count\":1000,\"msg_id\":999999999999999999,\"type\":\"generate_batch\"}}",
            })
    void plainLinesAreRecognised(String line) {
        assertThat(recognised(line)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"body\":{\"type\":\"time_info\"}}",
                "{\"body\":{\"type\":\"generate\",\"trace\":1}}",
                "{\"body\":{\"type\":\"generate\",\"type\":\"generate\"}}",
                "{\"body\":{\"type\":\"generate_batch\"}}",
                "{\"body\":{\"type\":\"generate\",\"msg_id\":01}}",
                "{\"body\":{\"type\":\"generate\",\"msg_id\":1000000000000000000}}",
                "{\"src\":\"\\u0063\",\"body\":{\"type\":\"generate\"}}",
                "{\"body\":{\"type\":\"generate\"}} x",
            })
    void othersAreLeftToTheParser(String line) {
        assertThat(recognised(line)).isFalse();
    }

    @Test
    void aLineThatIsCutAnywhereIsNotRecognised() {
        byte[] line = "{\"src\":\"c1\",\"body\":{\"type\":\"generate_batch\",\"count\":10}}\n".getBytes(US_ASCII);
        byte[] input = Arrays.copyOf(line, line.length + FastPathRequest.ROOM_BEHIND);
        for (int length = line.length - 1; length >= 0; length--) {
            assertThat(request.read(input, 0, length)).as("of %d bytes", length).isFalse();
        }
    }

    @Test
    void aLineOfMoreThanTheLimitIsLeftToTheParser() {
        String line = "{\"body\":{\"type\":\"generate\"}}";

        assertThat(recognised(" ".repeat(LineLimits.MAX_LINE - line.length()) + line))
                .isTrue();
        assertThat(recognised(" ".repeat(LineLimits.MAX_LINE - line.length() + 1) + line))
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void bothWaysGiveTheSameAnswers(long seed) {
        LineGrammar grammar = new LineGrammar(seed);
        LineSession longWay = session();
        LineSession shortWay = session();
        ByteBuf shortOut = Unpooled.buffer();
        int recognised = 0;
        for (int i = 0; i < LINES_PER_SEED; i++) {
            String line = grammar.line();
            ByteBuf longOut = Unpooled.buffer();
            // A carriage return at the end is part of the line's end.
            DrainedAnswers.write(longWay, Unpooled.copiedBuffer(line.replaceFirst("\r$", ""), UTF_8), longOut);
            shortWay.append(Unpooled.copiedBuffer(line + "\n", UTF_8));
            shortOut.clear();
            DrainedAnswers.write(shortWay, shortOut);
            recognised += recognised(line) ? 1 : 0;

            assertThat(shortOut.toString(US_ASCII))
                    .as("seed %d: %s", seed, line)
                    .isEqualTo(longOut.toString(US_ASCII));
        }
        assertThat(recognised).as("lines that are recognised").isGreaterThan(LINES_PER_SEED / 20);
    }

    @Test
    void aStreamThatIsCutAtEveryPositionGetsTheSameAnswers() {
        LineGrammar grammar = new LineGrammar(99);
        StringBuilder stream = new StringBuilder();
        IntStream.range(0, 15).forEach(i -> stream.append(grammar.line()).append(i % 3 == 0 ? "\r\n" : "\n"));
        byte[] input = stream.toString().getBytes(UTF_8);
        String expected = answers(input, input.length);

        for (int cut = 0; cut < input.length; cut++) {
            assertThat(answers(input, cut)).as("cut at %d", cut).isEqualTo(expected);
        }
    }

    private static String answers(byte[] input, int cut) {
        ByteBuf out = Unpooled.buffer();
        LineSession session = session();
        session.append(Unpooled.copiedBuffer(input, 0, cut));
        DrainedAnswers.write(session, out);
        session.append(Unpooled.copiedBuffer(input, cut, input.length - cut));
        DrainedAnswers.write(session, out);
        session.end();
        return out.toString(US_ASCII);
    }

    private boolean recognised(String line) {
        byte[] bytes = (line + "\n").getBytes(UTF_8);
        return request.read(Arrays.copyOf(bytes, bytes.length + FastPathRequest.ROOM_BEHIND), 0, bytes.length);
    }

    private static LineSession session() {
        return new LineSession(TestNode.stepping("n1"), new RequestDecoder(1000), "n1");
    }
}
