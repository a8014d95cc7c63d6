package io.snowkeeper.node.redis;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the fuzzer begins with, and what it has ever found. {@code node/fuzz redis} looks for more. */
class RespFuzzerTest {

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
}
