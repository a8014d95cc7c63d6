package io.snowkeeper.node.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.snowkeeper.node.MutatedBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fuzzer's requirements hold for its initial inputs, for all its past findings, and for a seeded generator's
 * inputs. {@code node/fuzz http} looks for more.
 */
class HttpFuzzerTest {

    private static final int REQUESTS_PER_SEED = 50;

    private static final List<byte[]> STUMBLING_BLOCKS = MutatedBytes.utf8(
            "\r\n",
            "\r\n\r\n",
            "\n",
            "\0",
            " ",
            ":",
            "%",
            "%00",
            "%c0%80",
            "%ff",
            "\u00e9",
            "\ud83d\ude00",
            "?count=",
            "&",
            "#",
            "//",
            "/../",
            "HTTP/1.0",
            "HTTP/2.0",
            "HTTP/1.1",
            "content-length: 5\r\n",
            "content-length: -1\r\n",
            "content-length: 99999999999999999999\r\n",
            "transfer-encoding: chunked\r\n",
            "expect: 100-continue\r\n",
            "connection: close\r\n",
            "accept: */*;q=0\r\n",
            "x".repeat(9_000),
            "{\"a\":".repeat(50),
            "9".repeat(1_200));

    static LongStream seeds() {
        return MutatedBytes.seeds();
    }

    static List<Path> inputs() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/fuzz/http"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void holdsOf(Path input) throws IOException {
        byte[] bytes = Files.readAllBytes(input);

        assertThatCode(() -> HttpFuzzer.fuzzerTestOneInput(bytes)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void holdsOfRequestsThatAreSpoilt(long seed) throws IOException {
        for (byte[] requests : spoiltRequests(seed)) {
            HttpFuzzer.fuzzerTestOneInput(requests);
        }
    }

    static List<byte[]> spoiltRequests(long seed) {
        RequestGrammar grammar = new RequestGrammar(seed);
        MutatedBytes mutated = new MutatedBytes(seed, STUMBLING_BLOCKS);
        return IntStream.range(0, REQUESTS_PER_SEED)
                .mapToObj(i -> grammar.request().repeat(1 + i % 2).getBytes(UTF_8))
                .map(mutated::of)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aRequestThatCanBeUnderstoodGetsOneAnswer(long seed) throws IOException {
        RequestGrammar grammar = new RequestGrammar(seed);
        for (int i = 0; i < REQUESTS_PER_SEED; i++) {
            String request = grammar.request();

            assertThat(HttpFuzzer.answersTo(request.getBytes(UTF_8)))
                    .as(request)
                    .hasSize(1);
        }
    }
}
