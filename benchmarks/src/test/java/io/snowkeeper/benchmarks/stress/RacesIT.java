package io.snowkeeper.benchmarks.stress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** All races for a moment each: enough to see an outcome that is common. {@code benchmarks/race} takes its time. */
@Timeout(2400)
class RacesIT {

    private static final String PACKAGE = RacesIT.class.getPackageName();

    @TempDir
    private Path folder;

    /** In one kind of JVM, by all mixes of compilers. */
    @Test
    void noRaceOfTwoThreadsHasAForbiddenOutcome() throws IOException, InterruptedException {
        String races = racesOf("TwoThreads");

        noneHasAForbiddenOutcome(races, lines("-t", races, "-m", "sanity", "-jvmArgs", "-Xmx256m", "-v"));
    }

    /**
     * In one kind of JVM, all actors by the same compiler: the mixes are three times as many as of two actors. Threads that
     * wait for each other give way, since they may share processors.
     */
    @Test
    void noRaceOfThreeThreadsHasAForbiddenOutcome() throws IOException, InterruptedException {
        String races = racesOf("ThreeThreads");

        noneHasAForbiddenOutcome(
                races,
                lines(
                        "-t",
                        races,
                        "-m",
                        "quick",
                        "-iters",
                        "1",
                        "-sc",
                        "false",
                        "-jvmArgs",
                        "-Xmx256m",
                        "-spinStyle",
                        "THREAD_YIELD",
                        "-v"));
    }

    private void noneHasAForbiddenOutcome(String races, List<String> said) throws IOException, InterruptedException {
        List<String> all = lines("-t", races, "-l").stream()
                .filter(line -> line.startsWith(PACKAGE))
                .toList();
        assertThat(all).isNotEmpty();
        assertThat(said).contains("  Failed tests: No matches.", "  Error tests: No matches.");
        assertThat(all)
                .as("races that were not left out")
                .allSatisfy(race -> assertThat(said).anyMatch(line -> line.endsWith("[OK] " + race)));
    }

    private static String racesOf(String threads) {
        return "^" + PACKAGE.replace(".", "\\.") + "\\..*\\." + threads + "$";
    }

    private List<String> lines(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("benchmarks.jar"),
                Races.class.getName(),
                "-r",
                "races/"));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(30, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output, UTF_8)).isZero();
        return Files.readAllLines(output, UTF_8);
    }
}
