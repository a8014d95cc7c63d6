package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.node.line.codec.RequestDecoder;
import io.snowkeeper.testkit.log.LogCapture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever bytes come in: each line gets one answer, which is JSON, says what it replies to, and does not depend on the way
 * that the line was read. {@code -Dsnowkeeper.fuzz.seeds=100000} goes on for hours; {@code -Dsnowkeeper.fuzz.first} is the
 * seed to begin with.
 */
class LineFuzzTest {

    private static final int LINES_PER_SEED = 500;

    private LogCapture log;

    static LongStream seeds() {
        long first = Long.getLong("snowkeeper.fuzz.first", 20261121);
        return LongStream.range(first, first + Long.getLong("snowkeeper.fuzz.seeds", 60));
    }

    @BeforeEach
    void captureLog() {
        log = LogCapture.start();
    }

    @AfterEach
    void noExceptionEscaped() {
        log.close();
        assertThat(log.linesFrom(Level.WARN)).isEmpty();
        assertThat(log.stackTraces()).isZero();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eachLineGetsOneAnswerWhichIsJsonAndSaysWhatItRepliesTo(long seed) throws IOException {
        List<byte[]> lines = lines(seed);
        List<String> answers = oneByOne(lines);

        assertThat(answers).as("seed %d", seed).hasSameSizeAs(lines);
        for (int i = 0; i < lines.size(); i++) {
            String what = "seed %d, line %d: %s".formatted(seed, i, new String(lines.get(i), ISO_8859_1));
            assertThat(answers.get(i)).as(what).endsWith("\n").hasLineCount(1);
            JsonNode body = ReferenceParser.bodyOf(answers.get(i));
            assertThat(body.path("msg_id").asLong(-1)).as(what).isEqualTo(i);
            assertThat(body.path("type").asText()).as(what).isNotEmpty();
            assertThat(body.has("in_reply_to")).as(what).isTrue();
            assertThat(body.path("code").asInt()).as(what).isNotEqualTo(13);
            Long asked = ReferenceParser.msgIdOf(lines.get(i));
            if (asked != null) {
                assertThat(body.path("in_reply_to").longValue()).as(what).isEqualTo(asked);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aStreamInPiecesGetsTheSameAnswersAsItsLinesOneByOne(long seed) {
        List<byte[]> lines = lines(seed);

        Random random = new Random(seed);

        assertThat(inPieces(lines, () -> 1 + random.nextInt(random.nextBoolean() ? 20 : 3000)))
                .as("seed %d", seed)
                .isEqualTo(String.join("", oneByOne(lines)));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLongLineGetsTheSameAnswerHoweverItIsCut(long seed) {
        Random random = new Random(seed);
        List<String> members =
                new ArrayList<>(List.of("\"type\":\"verify_ids\"", "\"ids\":[1" + ",23".repeat(22_000) + "]"));
        Collections.shuffle(members, random);
        byte[] line = ("{\"src\":\"c1\",\"body\":{" + String.join(",", members) + "}}").getBytes(US_ASCII);
        if (random.nextBoolean()) {
            line[random.nextInt(random.nextBoolean() ? 60 : line.length)] ^= (byte) (1 << random.nextInt(7));
        }
        List<byte[]> lines = List.of(line, "{\"body\":{\"type\":\"time_info\"}}".getBytes(US_ASCII));

        assertThat(inPieces(lines, () -> 1 + random.nextInt(20_000)))
                .as("seed %d", seed)
                .isEqualTo(inPieces(lines, () -> Integer.MAX_VALUE));
    }

    private static List<byte[]> lines(long seed) {
        MutatedLines spoilt = new MutatedLines(seed);
        List<byte[]> lines = new ArrayList<>();
        for (int i = 0; i < LINES_PER_SEED; i++) {
            lines.add(spoilt.line());
        }
        return lines;
    }

    /** The long way: each line is read by the parser. */
    private static List<String> oneByOne(List<byte[]> lines) {
        LineSession session = session();
        List<String> answers = new ArrayList<>();
        for (byte[] line : lines) {
            // A carriage return at the end is part of the line's end.
            int length = line.length > 0 && line[line.length - 1] == '\r' ? line.length - 1 : line.length;
            ByteBuf out = Unpooled.buffer();
            DrainedAnswers.write(session, Unpooled.wrappedBuffer(line, 0, length), out);
            answers.add(out.toString(US_ASCII));
        }
        return answers;
    }

    /** The way of a connection: plain requests are recognised in what has come so far. */
    private static String inPieces(List<byte[]> lines, IntSupplier lengths) {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (byte[] line : lines) {
            stream.writeBytes(line);
            stream.write('\n');
        }
        byte[] input = stream.toByteArray();
        ByteBuf out = Unpooled.buffer();
        LineSession session = session();
        int from = 0;
        while (from < input.length) {
            int length = Math.min(input.length - from, lengths.getAsInt());
            session.append(Unpooled.copiedBuffer(input, from, length));
            from += length;
            DrainedAnswers.write(session, out);
        }
        session.end();
        return out.toString(US_ASCII);
    }

    private static LineSession session() {
        return new LineSession(TestNode.stepping("n1"), new RequestDecoder(1000), "n1");
    }
}
