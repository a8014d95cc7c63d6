package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;

/** Makes lines of bytes from right ones, as a fuzzer does: bytes are changed, cut, repeated, and crossed with others. */
final class MutatedLines {

    /** What parsers stumble over. */
    private static final List<byte[]> STUMBLING_BLOCKS = List.of(
            utf8("9223372036854775807"),
            utf8("-9223372036854775809"),
            utf8("1e400"),
            utf8("-0"),
            utf8("0.0"),
            utf8("1E2"),
            utf8("9".repeat(1200)),
            utf8("\\u0000"),
            utf8("\\ud83d"),
            utf8("\\udc00\\ud800"),
            utf8("\ud83d\ude00"),
            utf8("\u2028"),
            utf8("[".repeat(1100)),
            utf8("{\"a\":".repeat(60)),
            utf8("\"body\":{\"type\":\"generate\"},"),
            utf8("\"msg_id\":7,"),
            utf8("\"in_reply_to\":3,"),
            utf8("\"type\":\"init\",\"node_id\":\"n\\u0022\","),
            utf8("\"type\":\"verify_ids\",\"ids\":[1,\"2\",3],"),
            utf8("\"type\":\"decompose\",\"id\":\"12\","),
            utf8("\"type\":\"status\","),
            utf8("\"type\":\"generate_sortable\",\"unit\":\"nanosecond\","),
            utf8("\"type\":\"sequence_next\",\"name\":\"a\","),
            utf8("null"),
            utf8("/*x*/"),
            utf8("'"),
            utf8("\\"),
            utf8("\""),
            utf8("\r"),
            new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf},
            new byte[] {(byte) 0xc0, (byte) 0x80},
            new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            new byte[] {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            new byte[] {0},
            new byte[] {(byte) 0xff, (byte) 0xfe});

    private final LineGrammar grammar;
    private final Random random;
    private byte[] former = utf8("{}");

    MutatedLines(long seed) {
        grammar = new LineGrammar(seed);
        random = new Random(seed);
    }

    /** Returns a line without its end. */
    byte[] line() {
        byte[] line = utf8(grammar.line());
        for (int times = random.nextInt(4); times > 0; times--) {
            line = spoil(line);
        }
        for (int i = 0; i < line.length; i++) {
            line[i] = line[i] == '\n' ? (byte) ' ' : line[i];
        }
        former = line;
        return line;
    }

    private byte[] spoil(byte[] line) {
        int from = random.nextInt(line.length + 1);
        int to = from + random.nextInt(line.length + 1 - from);
        return switch (random.nextInt(6)) {
            case 0 -> join(line, 0, from, STUMBLING_BLOCKS.get(random.nextInt(STUMBLING_BLOCKS.size())), line, from);
            case 1 -> join(line, 0, from, STUMBLING_BLOCKS.get(random.nextInt(STUMBLING_BLOCKS.size())), line, to);
            case 2 -> join(line, 0, from, new byte[0], line, to);
            case 3 -> join(line, 0, to, new byte[0], line, from);
            case 4 -> join(line, 0, from, new byte[0], former, random.nextInt(former.length + 1));
            default -> flip(line);
        };
    }

    private byte[] flip(byte[] line) {
        byte[] flipped = line.clone();
        if (line.length > 0) {
            flipped[random.nextInt(line.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return flipped;
    }

    private static byte[] join(byte[] head, int from, int to, byte[] middle, byte[] tail, int tailFrom) {
        ByteArrayOutputStream joined = new ByteArrayOutputStream();
        joined.write(head, from, to - from);
        joined.writeBytes(middle);
        joined.write(tail, tailFrom, tail.length - tailFrom);
        return joined.toByteArray();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }
}
