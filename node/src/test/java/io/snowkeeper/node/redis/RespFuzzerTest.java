package io.snowkeeper.node.redis;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.snowkeeper.node.MutatedBytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the fuzzer requires holds of what it begins with, of what it has ever found, and of what a seeded generator makes of that.
 * {@code node/fuzz redis} looks for more.
 */
class RespFuzzerTest {

    private static final List<byte[]> STUMBLING_BLOCKS = MutatedBytes.utf8(
            "\r\n",
            "\n",
            "\0",
            "*",
            "$",
            ":",
            "-1",
            "*0\r\n",
            "$-1\r\n",
            "$0\r\n\r\n",
            "*1\r\n$4\r\nPING\r\n",
            "*1\r\n$7\r\nID.NEXT\r\n",
            "*2\r\n$4\r\nINCR\r\n$1\r\nb\r\n",
            "*1\r\n$5\r\nMULTI\r\n",
            "*1\r\n$4\r\nEXEC\r\n",
            "*9223372036854775808\r\n",
            "$00000000000000000001\r\n",
            "\"",
            "'",
            "\\x",
            "\u00e9",
            "9".repeat(1_200));

    static LongStream seeds() {
        return MutatedBytes.seeds();
    }

    static List<Path> inputs() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/fuzz/redis"))) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void holdsOf(Path input) throws IOException {
        byte[] bytes = Files.readAllBytes(input);

        assertThatCode(() -> RespFuzzer.fuzzerTestOneInput(bytes)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void holdsOfCommandsThatAreSpoilt(long seed) throws IOException {
        MutatedBytes mutated = new MutatedBytes(seed, STUMBLING_BLOCKS);
        for (Path input : inputs()) {
            byte[] bytes = mutated.of(Files.readAllBytes(input));

            assertThatCode(() -> RespFuzzer.fuzzerTestOneInput(bytes)).doesNotThrowAnyException();
        }
    }
}
