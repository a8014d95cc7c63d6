package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.databind.JsonNode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.snowkeeper.core.ErrorCode;
import io.snowkeeper.node.line.codec.LineLimits;
import io.snowkeeper.node.line.codec.RequestDecoder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.IntSupplier;

/**
 * The requirements for any bytes of a connection, for a fuzzer to refute: {@code node/fuzz line}. Nothing escapes; each
 * line gets one answer, which is JSON and names its request; and the answers depend neither on the way that a line is
 * read nor on where the stream is cut.
 */
public final class LineFuzzer {

    static final int MAX_STREAM = LineLimits.MAX_LINE;

    private static final int MAX_BATCH = 100;

    private static final String FOREIGN = "this port speaks the line protocol, one JSON object a line, and not ";

    private LineFuzzer() {}

    /** Called by the fuzzer with any input. Inputs that are long enough to end a connection are skipped. */
    public static void fuzzerTestOneInput(byte[] stream) throws IOException {
        if (stream.length > MAX_STREAM) {
            return;
        }
        List<byte[]> lines = lines(stream);
        List<String> answers = oneByOne(lines);
        for (int i = 0; i < lines.size(); i++) {
            check(lines.get(i), answers.get(i), i);
        }
        compare(answers, asStream(stream, () -> MAX_STREAM), stream);
        // Cuts that follow from the bytes, so that the same ones are always cut there.
        Random cuts = new Random(Arrays.hashCode(stream));
        compare(answers, asStream(stream, () -> 1 + cuts.nextInt(MAX_STREAM)), stream);
        compare(answers, asStream(stream, () -> 1 + cuts.nextInt(cuts.nextBoolean() ? 20 : 3_000)), stream);
    }

    /** A carriage return at the end is part of the line's end. */
    private static List<byte[]> lines(byte[] stream) {
        List<byte[]> lines = new ArrayList<>();
        int start = 0;
        while (start < stream.length) {
            int end = start;
            while (end < stream.length && stream[end] != '\n') {
                end++;
            }
            lines.add(Arrays.copyOfRange(stream, start, end > start && stream[end - 1] == '\r' ? end - 1 : end));
            start = end + 1;
        }
        return lines;
    }

    /** The long way: each line is read by the parser. */
    private static List<String> oneByOne(List<byte[]> lines) {
        LineSession session = session();
        List<String> answers = new ArrayList<>();
        for (byte[] line : lines) {
            ByteBuf out = Unpooled.buffer();
            require(DrainedAnswers.write(session, Unpooled.wrappedBuffer(line), out), "ended after %s", line);
            answers.add(out.toString(US_ASCII));
        }
        return answers;
    }

    private static void check(byte[] line, String answer, int number) throws IOException {
        require(answer.indexOf('\n') == answer.length() - 1, "not one line: " + answer + " to %s", line);
        JsonNode body = ReferenceParser.bodyOf(answer);
        require(body.path("msg_id").asLong(-1) == number, "not answer " + number + ": " + answer + " to %s", line);
        require(!body.path("type").asText().isEmpty(), "no type: " + answer + " to %s", line);
        require(body.path("code").asInt() != ErrorCode.CRASH.number(), "a defect: " + answer + " to %s", line);
        require(body.has("in_reply_to"), "no in_reply_to: " + answer + " to %s", line);
        Long asked = ReferenceParser.msgIdOf(line);
        require(
                asked == null || Objects.equals(asked, body.path("in_reply_to").longValue()),
                "in_reply_to is not " + asked + ": " + answer + " to %s",
                line);
    }

    /**
     * The way of a connection: plain requests are recognised in the input so far, which comes in pieces of these
     * lengths.
     */
    static String asStream(byte[] stream, IntSupplier lengths) {
        LineSession session = session();
        ByteBuf out = Unpooled.buffer();
        for (int from = 0; from < stream.length; ) {
            int length = Math.min(stream.length - from, lengths.getAsInt());
            session.append(Unpooled.copiedBuffer(stream, from, length));
            DrainedAnswers.write(session, out);
            from += length;
        }
        session.endInput();
        DrainedAnswers.write(session, out);
        require(session.hasEnded(), "not at its end after %s", stream);
        return out.toString(US_ASCII);
    }

    /** A client with another protocol gets one error, and no other answer. */
    private static void compare(List<String> answers, String streamed, byte[] stream) throws IOException {
        if (stream.length > 0 && stream[0] != '{' && streamed.contains(FOREIGN)) {
            check(new byte[0], streamed, 0);
            return;
        }
        require(
                String.join("", answers).equals(streamed),
                "answers differ: one by one " + answers + ", as a stream " + streamed + " to %s",
                stream);
    }

    private static void require(boolean holds, String otherwise, byte[] input) {
        if (!holds) {
            throw new AssertionError(otherwise.replace("%s", new String(input, ISO_8859_1)));
        }
    }

    private static LineSession session() {
        return new LineSession(TestNode.stepping("n1"), new RequestDecoder(MAX_BATCH), "n1");
    }
}
