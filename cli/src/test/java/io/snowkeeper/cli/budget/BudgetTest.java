package io.snowkeeper.cli.budget;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.cli.SourceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The code grows only by a decision: each figure is in {@code budget.properties}. */
class BudgetTest {

    private static final Pattern BLOCK_COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern NO_CODE = Pattern.compile("\\s*(//.*|(import|package) .*)?");
    private static final Pattern PUBLIC_TYPE = Pattern.compile("^public ", Pattern.MULTILINE);
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern TYPE = Pattern.compile(
            "^(public )?((abstract|final|sealed|non-sealed) )*(class|record|interface|enum) ", Pattern.MULTILINE);
    private static final Pattern EXPORT = Pattern.compile("exports ([\\w.]+);");
    private static final Pattern TESTS = Pattern.compile("/src/test/java/.*\\.java$");
    private static final Pattern REALTIME =
            Pattern.compile("^ *(@\\w+ )*@(Realtime|Tag\\(\"realtime\"\\))", Pattern.MULTILINE);
    private static final Pattern ONLY_IN_FULL = Pattern.compile("^ *(@\\w+ )*@OnlyInFull", Pattern.MULTILINE);

    /** Returns the Java files below a folder. */
    private static List<String> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(SourceFiles::read)
                    .toList();
        }
    }

    private static List<String> productOf(String module) throws IOException {
        return sources(Budget.REPOSITORY.resolve(module).resolve("src/main/java"));
    }

    /** Counts lines that are neither comment, import nor blank. */
    private static long codeIn(String source) {
        return BLOCK_COMMENT
                .matcher(source)
                .replaceAll("")
                .lines()
                .filter(line -> !NO_CODE.matcher(line).matches())
                .count();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "core",
                "coordinator",
                "sequences",
                "node",
                "client/java",
                "client/embedded",
                "client/spring-boot-starter",
                "client/test",
                "cli"
            })
    void aModuleHasNoMoreCodeAndPublicTypesThanItsBudget(String module) throws IOException {
        List<String> sources = productOf(module);
        Budget budget = Budget.read();
        budget.holds(
                "code." + module, sources.stream().mapToLong(BudgetTest::codeIn).sum());
        budget.holds(
                "publicTypes." + module,
                sources.stream()
                        .filter(source -> PUBLIC_TYPE.matcher(source).find())
                        .count());
    }

    /** A module's exports are a promise: only a small part of it. */
    @ParameterizedTest
    @ValueSource(strings = {"coordinator", "sequences", "node", "client/embedded"})
    void aModuleExportsNoMoreTypesThanItsBudgetAndAtMostAThird(String module) throws IOException {
        String descriptor =
                SourceFiles.read(Budget.REPOSITORY.resolve(module).resolve("src/main/java/module-info.java"));
        Set<String> exported = EXPORT.matcher(descriptor)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toSet());
        List<String> sources = productOf(module).stream()
                .filter(source -> TYPE.matcher(source).find())
                .toList();
        long types = sources.stream()
                .filter(source -> PUBLIC_TYPE.matcher(source).find() && exported.contains(packageOf(source)))
                .count();

        Budget.read().holds("exportedTypes." + module, types);
        assertThat(types).isBetween(1L, sources.size() / 3L);
    }

    private static String packageOf(String source) {
        Matcher name = PACKAGE.matcher(source);
        return name.find() ? name.group(1) : "";
    }

    private static long occurrencesInTests(Pattern annotation) throws IOException {
        return SourceFiles.matching(TESTS).stream()
                .mapToLong(file ->
                        annotation.matcher(SourceFiles.read(file)).results().count())
                .sum();
    }

    /** Such a test does not run with a change that breaks it. */
    @Test
    void testsThatRunInFullOnlyAreNoMoreThanTheirBudget() throws IOException {
        Budget.read().holds("tests.onlyInFull", occurrencesInTests(ONLY_IN_FULL));
    }

    /** Returns the sources of tests that have one on the wall clock. */
    private static List<Path> realtimeTests() throws IOException {
        return SourceFiles.matching(TESTS).stream()
                .filter(file -> REALTIME.matcher(SourceFiles.read(file)).find())
                .toList();
    }

    @Test
    void testsOnTheWallClockAreNoMoreThanTheirBudget() throws IOException {
        Budget.read().holds("tests.realtime", occurrencesInTests(REALTIME));
    }

    /** A process that would find none takes seconds, so that most modules start none. */
    @Test
    void eachModuleWithATestOnTheWallClockRunsIt() throws IOException {
        for (Path test : realtimeTests()) {
            String module = test.toString().replaceFirst("/src/test/java/.*", "");
            assertThat(Path.of(module, "pom.xml"))
                    .content()
                    .contains("<tests.realtimePhase>integration-test</tests.realtimePhase>");
        }
    }
}
