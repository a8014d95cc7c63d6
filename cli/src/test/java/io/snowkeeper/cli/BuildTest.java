package io.snowkeeper.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The build runs what it seems to run: a module that binds no plugin for its integration tests is green without them. */
class BuildTest {

    @Test
    void everyModuleWithIntegrationTestsRunsThem() throws IOException {
        List<Path> modules = modulesWithIntegrationTests();

        assertThat(modules)
                .hasSizeGreaterThan(4)
                .allSatisfy(module -> assertThat(module.resolve("pom.xml"))
                        .content()
                        .contains("<artifactId>maven-failsafe-plugin</artifactId>"));
    }

    /** Curator's own servers leave thousands of files a day in the folder of temporary files. */
    @Test
    void noTestStartsAZooKeeperThatLeavesFilesBehind() throws IOException {
        List<Path> tests = sources("src/test/java");

        assertThat(tests)
                .hasSizeGreaterThan(200)
                .allSatisfy(test -> assertThat(test)
                        .content()
                        .doesNotContain(
                                "new Testing" + "Server()", "new Testing" + "Server(true", "new Testing" + "Cluster("));
    }

    private static List<Path> sources(String folder) throws IOException {
        try (Stream<Path> files = Files.find(
                Path.of(".."),
                20,
                (path, file) ->
                        path.toString().contains(folder) && path.toString().endsWith(".java"))) {
            return files.toList();
        }
    }

    private static List<Path> modulesWithIntegrationTests() throws IOException {
        try (Stream<Path> poms = Files.find(Path.of(".."), 4, (path, file) -> path.endsWith("pom.xml"))) {
            return poms.map(pom -> requireNonNull(pom.getParent()))
                    .filter(module -> Files.isDirectory(module.resolve("src/test/java")))
                    .filter(BuildTest::hasIntegrationTests)
                    .toList();
        }
    }

    private static boolean hasIntegrationTests(Path module) {
        try (Stream<Path> tests = Files.find(
                module.resolve("src/test/java"),
                20,
                (path, file) -> path.toString().endsWith("IT.java"))) {
            return tests.findAny().isPresent();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
