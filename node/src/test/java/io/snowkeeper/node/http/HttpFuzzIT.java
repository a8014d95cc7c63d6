package io.snowkeeper.node.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever bytes come in: what goes out is whole answers, JSON where they say so, and none says that the node has failed.
 * {@code -Dsnowkeeper.fuzz.seeds} and {@code -Dsnowkeeper.fuzz.first} as for the line protocol.
 */
class HttpFuzzIT {

    private static final int REQUESTS_PER_SEED = 50;

    private static final Pattern HEAD = Pattern.compile("HTTP/1\\.[01] (\\d{3}) [^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n");
    private static final Pattern LENGTH = Pattern.compile("content-length: (\\d+)\r\n");

    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static TestingServer zooKeeper;
    private static HttpNode node;

    private record Answer(int status, String headers, String body) {}

    static LongStream seeds() {
        long first = Long.getLong("snowkeeper.fuzz.first", 20261121);
        return LongStream.range(first, first + Long.getLong("snowkeeper.fuzz.seeds", 20));
    }

    @BeforeAll
    static void startNode() throws Exception {
        zooKeeper = TemporaryZooKeeper.onAnyPort();
        node = HttpNode.start(
                        zooKeeper.getConnectString(),
                        "n1",
                        new HttpServerSettings(
                                "127.0.0.1", 0, 1_000, 300, Duration.ofSeconds(30), Duration.ofSeconds(10)))
                .awaitReady();
    }

    @AfterAll
    static void stopNode() throws Exception {
        node.close();
        zooKeeper.close();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void eachRequestThatCanBeUnderstoodGetsOneAnswer(long seed) throws IOException {
        MutatedRequests requests = new MutatedRequests(seed);
        for (int i = 0; i < REQUESTS_PER_SEED; i++) {
            String request = requests.right();

            List<Answer> answers = answersTo("seed %d".formatted(seed), request.getBytes(UTF_8));

            assertThat(answers).as("seed %d: %s", seed, request).hasSize(1);
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void bytesThatAreNoRequestGetWholeAnswersOrNone(long seed) throws IOException {
        MutatedRequests requests = new MutatedRequests(seed);
        for (int i = 0; i < REQUESTS_PER_SEED; i++) {
            answersTo("seed %d".formatted(seed), requests.spoilt());
        }

        assertThat(node.get("/livez").statusCode()).as("seed %d", seed).isEqualTo(200);
    }

    /** Sends bytes and the end of the output, and takes what comes back apart. */
    private static List<Answer> answersTo(String seed, byte[] bytes) throws IOException {
        String sent = new String(bytes, ISO_8859_1);
        String rest = new String(node.raw(sent, true).getBytes(UTF_8), ISO_8859_1);
        boolean isHead = sent.startsWith("HEAD ");
        List<Answer> answers = new ArrayList<>();
        while (!rest.isEmpty()) {
            Matcher head = HEAD.matcher(rest);
            assertThat(head.lookingAt()).as("%s: %s got %s", seed, sent, rest).isTrue();
            int status = Integer.parseInt(head.group(1));
            String headers = head.group(2).toLowerCase(Locale.ROOT);
            Matcher length = LENGTH.matcher(headers);
            int end = head.end() + (length.find() && !isHead ? Integer.parseInt(length.group(1)) : 0);
            assertThat(end).as("%s: %s got %s", seed, sent, rest).isLessThanOrEqualTo(rest.length());
            String body = rest.substring(head.end(), end);
            if (status != 100) {
                answers.add(new Answer(status, headers, body));
            }
            rest = rest.substring(end);
        }
        for (Answer answer : answers) {
            // 503 is a node that cannot do what is asked now.
            assertThat(answer.status()).as("%s: %s got %s", seed, sent, answer).isNotEqualTo(500);
            if (!answer.body().isEmpty() && answer.headers().contains("json")) {
                STRICT.readTree(answer.body().getBytes(ISO_8859_1));
            }
        }
        return answers;
    }
}
