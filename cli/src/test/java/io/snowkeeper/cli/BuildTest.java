package io.snowkeeper.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The build runs what it seems to run: a module that binds no plugin for its integration tests is green without them. */
class BuildTest {

    private static final Pattern NODE_PROCESS = Pattern.compile("\\b(NodeProcess|ProcessFleet)\\b");
    private static final Pattern SYSTEM = Pattern.compile("^@(Tag\\(\"system\"\\)|Realtime)$", Pattern.MULTILINE);

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
        List<Path> tests = SourceFiles.matching(Pattern.compile("src/test/java/.*\\.java$"));

        assertThat(tests)
                .hasSizeGreaterThan(200)
                .allSatisfy(test -> assertThat(test)
                        .content()
                        .doesNotContain(
                                "new Testing" + "Server()", "new Testing" + "Server(true", "new Testing" + "Cluster("));
    }

    /** Each node that is a process takes two seconds of a processor. */
    @Test
    void theFirstCommandStartsNodesAsProcessesInFewClasses() throws IOException {
        assertThat(SourceFiles.matching(Pattern.compile("cli/src/test/java/.*IT\\.java$")))
                .filteredOn(test -> contains(test, NODE_PROCESS) && !contains(test, SYSTEM))
                .extracting(test -> requireNonNull(test.getFileName()).toString())
                .containsExactlyInAnyOrder("FleetProcessIT.java", "FullFleetIT.java", "RequestTraceIT.java");
    }

    private static List<Path> modulesWithIntegrationTests() throws IOException {
        return SourceFiles.matching(Pattern.compile("/pom\\.xml$")).stream()
                .map(pom -> requireNonNull(pom.getParent()))
                .filter(module -> Files.isDirectory(module.resolve("src/test/java")))
                .filter(BuildTest::hasIntegrationTests)
                .toList();
    }

    private static boolean contains(Path file, Pattern pattern) {
        try {
            return pattern.matcher(Files.readString(file)).find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
