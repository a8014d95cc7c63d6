package io.snowkeeper.benchmarks.stress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.extent.OnlyInFull;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * All races for a moment each: enough to see an outcome that is common. Actors are compiled by all mixes of compilers, which are 9
 * of two actors and 27 of three. {@code benchmarks/race} takes its time: run it after each change to a generator.
 */
@OnlyInFull
class RacesIT {

    private static final String PACKAGE = RacesIT.class.getPackageName();
    private static final String RACES = "^" + PACKAGE.replace(".", "\\.") + "\\.";

    @TempDir
    private Path folder;

    /** Threads that wait for each other give way, since they may share processors. */
    @Test
    void noRaceHasAForbiddenOutcome() throws IOException, InterruptedException {
        List<String> all = lines("-t", RACES, "-l").stream()
                .filter(line -> line.startsWith(PACKAGE))
                .toList();
        assertThat(all).anyMatch(race -> race.endsWith(".TwoThreads")).anyMatch(race -> race.endsWith(".ThreeThreads"));

        List<String> said = lines(
                "-t",
                RACES,
                "-m",
                "quick",
                "-iters",
                "1",
                "-time",
                "50",
                "-sc",
                "true",
                "-pth",
                "false",
                "-jvmArgs",
                "-Xmx256m",
                "-spinStyle",
                "THREAD_YIELD",
                "-v");

        assertThat(said).contains("  Failed tests: No matches.", "  Error tests: No matches.");
        assertThat(all)
                .as("races that were not left out")
                .allSatisfy(race -> assertThat(said).anyMatch(line -> line.endsWith("[OK] " + race)));
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
        try {
            assertThat(process.waitFor(180, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(Files.readString(output, UTF_8)).isZero();
        return Files.readAllLines(output, UTF_8);
    }
}
