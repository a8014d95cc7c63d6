package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import ch.qos.logback.classic.Level;
import io.snowkeeper.node.MutatedBytes;
import io.snowkeeper.testkit.log.LogCapture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fuzzer's requirements hold for its initial inputs, for all its past findings, and for a seeded generator's
 * inputs. {@code node/fuzz line} looks for more.
 */
class LineFuzzerTest {

    private static final int STREAMS_PER_SEED = 15;
    private static final int LINES_PER_STREAM = 50;

    /** Inputs that parsers stumble over. */
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
            utf8("\n"),
            new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf},
            new byte[] {(byte) 0xc0, (byte) 0x80},
            new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80},
            new byte[] {(byte) 0xf4, (byte) 0x90, (byte) 0x80, (byte) 0x80},
            new byte[] {0},
            new byte[] {(byte) 0xff, (byte) 0xfe});

    private LogCapture log;

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

    static List<Path> inputs() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/fuzz/line"))) {
            return files.sorted().toList();
        }
    }

    static LongStream seeds() {
        return MutatedBytes.seeds();
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void holdsOf(Path input) throws IOException {
        byte[] bytes = Files.readAllBytes(input);

        assertThatCode(() -> LineFuzzer.fuzzerTestOneInput(bytes)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void holdsOfLinesThatAreSpoilt(long seed) throws IOException {
        LineGrammar grammar = new LineGrammar(seed);
        MutatedBytes mutated = new MutatedBytes(seed, STUMBLING_BLOCKS);
        for (int i = 0; i < STREAMS_PER_SEED; i++) {
            ByteArrayOutputStream stream = new ByteArrayOutputStream();
            for (int lines = 0; lines < LINES_PER_STREAM && stream.size() < LineFuzzer.MAX_STREAM / 2; lines++) {
                stream.writeBytes(mutated.of(grammar.line().getBytes(UTF_8)));
                stream.write('\n');
            }
            assertThat(stream.size()).isLessThanOrEqualTo(LineFuzzer.MAX_STREAM);

            LineFuzzer.fuzzerTestOneInput(stream.toByteArray());
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aLongLineGetsTheSameAnswerHoweverItIsCut(long seed) {
        Random random = new Random(seed);
        List<String> members =
                new ArrayList<>(List.of("\"type\":\"verify_ids\"", "\"ids\":[1" + ",23".repeat(22_000) + "]"));
        Collections.shuffle(members, random);
        byte[] line = ("{\"src\":\"c1\",\"body\":{" + String.join(",", members)
                        + "}}\n{\"body\":{\"type\":\"time_info\"}}\n")
                .getBytes(US_ASCII);
        if (random.nextBoolean()) {
            line[random.nextInt(random.nextBoolean() ? 60 : line.length - 40)] ^= (byte) (1 << random.nextInt(7));
        }

        assertThat(LineFuzzer.asStream(line, () -> 1 + random.nextInt(20_000)))
                .isEqualTo(LineFuzzer.asStream(line, () -> line.length));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(UTF_8);
    }
}
