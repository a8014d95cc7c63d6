package io.snowkeeper.cli;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The build runs what it seems to run: a module that binds no plugin for its integration tests is green without them. */
class BuildTest {

    private static final Pattern INTEGRATION_TEST = Pattern.compile("/src/test/java/.*IT\\.java$");
    private static final Pattern NODE_PROCESS = Pattern.compile("\\b(NodeProcess|ProcessFleet)\\b");
    private static final Pattern SYSTEM = Pattern.compile("^@(Tag\\(\"system\"\\)|Realtime)$", Pattern.MULTILINE);

    @Test
    void everyModuleWithIntegrationTestsRunsThem() throws IOException {
        List<Path> modules = SourceFiles.matching(INTEGRATION_TEST).stream()
                .map(test -> Path.of(test.toString().replaceFirst("/src/test/java/.*", "")))
                .distinct()
                .toList();

        assertThat(modules)
                .hasSizeGreaterThan(4)
                .allSatisfy(module -> assertThat(module.resolve("pom.xml"))
                        .content()
                        .contains("<artifactId>maven-failsafe-plugin</artifactId>"));
    }

    /** JUnit reads the first file of this name alone, and without the testkit's lines nothing sets how long tests wait. */
    @Test
    void aModuleWithItsOwnSettingsOfJUnitHasThoseOfTheTestkitToo() throws IOException {
        List<Path> settings = SourceFiles.matching(Pattern.compile("/junit-platform\\.properties$"));
        String ofTestkit =
                SourceFiles.read(Path.of("../systemtest/testkit/src/main/resources/junit-platform.properties"));

        assertThat(settings)
                .hasSizeGreaterThan(1)
                .allSatisfy(file -> assertThat(file).content().contains(ofTestkit));
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
                .filteredOn(test -> NODE_PROCESS.matcher(SourceFiles.read(test)).find()
                        && !SYSTEM.matcher(SourceFiles.read(test)).find())
                .extracting(test -> requireNonNull(test.getFileName()).toString())
                .containsExactlyInAnyOrder("FleetProcessIT.java", "FullFleetIT.java", "RequestTraceIT.java");
    }
}
