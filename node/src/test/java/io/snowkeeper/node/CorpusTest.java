package io.snowkeeper.node;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A fuzzer's requirements hold for its initial inputs, for all its past findings, and for a seeded generator's
 * variations of them. {@code node/fuzz} with the name of the folder looks for more.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class CorpusTest {

    /** Fails if its input violates the fuzzer's requirements. */
    @FunctionalInterface
    public interface Fuzzer {
        void test(byte[] input);
    }

    private final Path folder;
    private final Fuzzer fuzzer;
    private final List<byte[]> stumblingBlocks;

    /**
     * @param folder the one with the inputs
     * @param stumblingBlocks inputs that such parsers stumble over
     */
    protected CorpusTest(String folder, Fuzzer fuzzer, String... stumblingBlocks) {
        this.folder = Path.of("src/test/resources/fuzz").resolve(folder);
        this.fuzzer = fuzzer;
        this.stumblingBlocks = MutatedBytes.utf8(stumblingBlocks);
    }

    LongStream seeds() {
        return MutatedBytes.seeds();
    }

    List<Path> inputs() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("inputs")
    void holdsOf(Path input) throws IOException {
        byte[] bytes = Files.readAllBytes(input);

        assertThatCode(() -> fuzzer.test(bytes)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void holdsOfInputsThatAreSpoilt(long seed) throws IOException {
        MutatedBytes mutated = new MutatedBytes(seed, stumblingBlocks);
        for (Path input : inputs()) {
            byte[] bytes = mutated.of(Files.readAllBytes(input));

            assertThatCode(() -> fuzzer.test(bytes)).doesNotThrowAnyException();
        }
    }
}
