package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import io.snowkeeper.testkit.log.LogCapture;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Any input gets an error that a client can understand, and harms no other client. */
class BadInputIT {

    private static final String GOOD = "{\"src\":\"c1\",\"body\":{\"type\":\"generate\",\"msg_id\":99}}\n";
    private static final String GOOD_ANSWER = "\"type\": \"generate_ok\", \"id\": 4198502400, \"in_reply_to\": 99";

    private LogCapture log;

    @BeforeEach
    void captureLog() {
        log = LogCapture.start();
    }

    @AfterEach
    void nothingWorthALineInTheLogHappened() {
        log.close();
        assertThat(log.linesFrom(Level.INFO)).isEmpty();
        assertThat(log.stackTraces()).isZero();
    }

    static Stream<Arguments> badLines() {
        return Stream.of(LineTransport.values())
                .flatMap(transport -> Stream.of(
                                "no JSON",
                                "",
                                "[1,2]",
                                "{\"src\":\"c1\"}",
                                "{\"body\":[]}",
                                "{\"body\":{\"type\":1}}",
                                "{\"body\":{}}",
                                "{\"body\":{\"type\":\"generate\",\"msg_id\":\"1\"}}",
                                "{\"body\":{\"type\":\"generate\",\"msg_id\":[]}}",
                                "{\"src\":{},\"body\":{\"type\":\"generate\"}}",
                                "{\"body\":{\"type\":\"generate_batch\",\"count\":0}}",
                                "{\"body\":{\"type\":\"generate_batch\",\"count\":-1}}",
                                "{\"body\":{\"type\":\"generate_batch\",\"count\":1.5}}",
                                "{\"body\":{\"type\":\"generate_batch\",\"count\":1000000000000}}",
                                "{\"body\":{\"type\":\"generate_batch\",\"count\":\"5\"}}",
                                "{\"body\":{\"type\":\"generate_batch\",\"count\":100001}}",
                                "{\"body\":{\"type\":\"generate_sortable\",\"count\":0}}",
                                "{\"body\":{\"type\":\"generate_sortable\",\"count\":100001}}",
                                "{\"body\":{\"type\":\"generate_sortable\",\"count\":\"5\"}}",
                                "{\"body\":{\"type\":\"generate_sortable\",\"unit\":\"year\"}}",
                                "{\"body\":{\"type\":\"generate_sortable\",\"unit\":null}}",
                                "{\"body\":{\"type\":\"generate_sortable\",\"format\":\"number\"}}",
                                "{\"body\":{\"type\":\"decompose\",\"id\":-5}}",
                                "{\"body\":{\"type\":\"verify_ids\",\"ids\":5}}",
                                "{\"body\":{\"type\":\"generate\",\"msg_id\":1}",
                                "{\"src\":\"\u00ff\",\"body\":{\"type\":\"generate\"}}",
                                "\u00ef\u00bb\u00bfx",
                                "{\"a\":" + "[".repeat(50_000))
                        .map(line -> Arguments.of(transport, line)));
    }

    @ParameterizedTest
    @MethodSource("badLines")
    void aBadLineIsMalformedAndTheConnectionGoesOn(LineTransport transport, String line) {
        List<String> answers = exchange(transport, line + "\n" + GOOD);

        assertThat(answers).hasSize(2);
        assertThat(answers.get(0)).contains("\"type\": \"error\", \"code\": 12, \"text\": ");
        assertThat(answers.get(1)).contains(GOOD_ANSWER);
    }

    @ParameterizedTest
    @EnumSource
    void anUnknownTypeIsNotSupportedAndTheConnectionGoesOn(LineTransport transport) {
        List<String> answers = exchange(transport, "{\"body\":{\"type\":\"echo\"}}\n" + GOOD);

        assertThat(answers).hasSize(2);
        assertThat(answers.get(0)).contains("\"type\": \"error\", \"code\": 10, \"text\": ");
        assertThat(answers.get(1)).contains(GOOD_ANSWER);
    }

    static Stream<Arguments> longLines() {
        return Stream.of(LineTransport.values())
                .flatMap(transport -> Stream.of(
                        Arguments.of(transport, "x".repeat(70 * 1024)),
                        Arguments.of(
                                transport,
                                "{\"body\":{\"type\":\"generate\"},\"x\":\"" + "x".repeat(70 * 1024) + "\"}"),
                        Arguments.of(
                                transport,
                                "{\"body\":{\"type\":\"verify_ids\",\"ids\":[" + "1,".repeat(600_000) + "1]}}"),
                        Arguments.of(transport, "x".repeat(5 * 1024 * 1024))));
    }

    @ParameterizedTest
    @MethodSource("longLines")
    void aLineThatIsTooLongGetsOneAnswerAndEndsTheConnection(LineTransport transport, String line) {
        List<String> answers = exchange(transport, line + "\n" + GOOD);

        assertThat(answers)
                .containsExactly("{\"src\": \"n1\", \"dest\": null, \"body\": {\"type\": \"error\", \"code\": 12,"
                        + " \"text\": \"line must have at most 65536 bytes, verify_ids at most 1048576; the connection"
                        + " is closed\", \"in_reply_to\": null, \"msg_id\": 1}}");
    }

    @ParameterizedTest
    @EnumSource
    void aLongListOfIdsIsNotTooLong(LineTransport transport) {
        List<String> answers = exchange(
                transport, "{\"body\":{\"type\":\"verify_ids\",\"ids\":[" + "1,".repeat(500_000) + "1]}}\n" + GOOD);

        assertThat(answers).hasSize(2);
        assertThat(answers.get(0)).contains("\"count\": 500001, \"unique\": 1, \"is_sorted\": false");
    }

    @ParameterizedTest
    @EnumSource
    void aLineThatIsCutByTheEndOfTheInputIsMalformed(LineTransport transport) {
        List<String> answers = exchange(transport, GOOD + "{\"src\":\"c1\",\"body\":{\"type\":\"gen");

        assertThat(answers).hasSize(2);
        assertThat(answers.get(0)).contains(GOOD_ANSWER);
        assertThat(answers.get(1)).contains("\"code\": 12").contains("\"in_reply_to\": null, \"msg_id\": 2}}");
    }

    @ParameterizedTest
    @EnumSource
    void randomBytesAreMalformedLineByLine(LineTransport transport) {
        long seed = 20260707;
        byte[] input = randomLines(new Random(seed), 10_000);

        String output = transport.exchange(input);

        List<String> answers = output.lines().toList();
        assertThat(answers).as("seed %d", seed).hasSize(10_001);
        for (int i = 0; i < 10_000; i++) {
            assertThat(answers.get(i))
                    .as("seed %d, line %d", seed, i)
                    .startsWith("{\"src\": \"n1\", \"dest\": ")
                    .containsAnyOf("\"code\": 12,", "\"code\": 10,")
                    .endsWith("\"msg_id\": " + (i + 1) + "}}");
        }
        assertThat(answers.get(10_000)).contains(GOOD_ANSWER);
    }

    /** Bytes of all values, and for a share of the lines, requests with some of their bytes spoilt. */
    private static byte[] randomLines(Random random, int count) {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            byte[] line;
            if (random.nextBoolean()) {
                line = new byte[random.nextInt(200)];
                random.nextBytes(line);
            } else {
                line = "{\"src\":\"c1\",\"body\":{\"type\":\"nothing\",\"msg_id\":1,\"ids\":[1,{\"a\":null}]}}"
                        .getBytes(US_ASCII);
                for (int spoilt = random.nextInt(4); spoilt > 0; spoilt--) {
                    line[random.nextInt(line.length)] = (byte) random.nextInt(256);
                }
            }
            for (byte b : line) {
                lines.write(b == '\n' ? '?' : b);
            }
            lines.write('\n');
        }
        lines.writeBytes(GOOD.getBytes(US_ASCII));
        return lines.toByteArray();
    }

    private static List<String> exchange(LineTransport transport, String input) {
        return transport.exchange(input.getBytes(ISO_8859_1)).lines().toList();
    }
}
