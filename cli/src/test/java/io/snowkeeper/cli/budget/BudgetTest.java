package io.snowkeeper.cli.budget;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The house grows only where somebody says so: each figure is in {@code budget.properties}. */
class BudgetTest {

    private static final Pattern BLOCK_COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
    private static final Pattern NO_CODE = Pattern.compile("\\s*(//.*|(import|package) .*)?");
    private static final Pattern PUBLIC_TYPE = Pattern.compile("^public ", Pattern.MULTILINE);
    private static final Pattern REALTIME = Pattern.compile("^ *@Realtime$", Pattern.MULTILINE);

    /** Returns the Java files below a folder. */
    private static List<String> sources(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(BudgetTest::read)
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
    @ValueSource(strings = {"core", "coordinator", "embedded", "node", "client", "test", "spring-boot-starter", "cli"})
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

    @Test
    void testsOnTheWallClockAreNoMoreThanTheirBudget() throws IOException {
        long tests = 0;
        try (Stream<Path> modules = Files.list(Budget.REPOSITORY)) {
            for (Path module : modules.filter(Files::isDirectory).toList()) {
                tests += realtimeIn(module);
            }
        }
        Budget.read().holds("tests.realtime", tests);
    }

    private static long realtimeIn(Path module) throws IOException {
        long tests = 0;
        for (Path folder : List.of(module, module.resolve("boot3"), module.resolve("spring-boot-jpa"))) {
            Path sources = folder.resolve("src/test/java");
            if (Files.isDirectory(sources)) {
                tests += sources(sources).stream()
                        .mapToLong(source -> REALTIME.matcher(source).results().count())
                        .sum();
            }
        }
        return tests;
    }
}
