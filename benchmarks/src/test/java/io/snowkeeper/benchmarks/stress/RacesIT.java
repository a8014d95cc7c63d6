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

/**
 * All races for a moment each: enough to see an outcome that is common. {@code benchmarks/race} takes its time. jcstress leaves
 * races of three threads out where there are fewer processors.
 */
@Timeout(1200)
class RacesIT {

    private static final String RACES = RacesIT.class.getPackageName();

    @TempDir
    private Path folder;

    @Test
    void noRaceHasAForbiddenOutcome() throws IOException, InterruptedException {
        List<String> races = lines("-l").stream()
                .filter(line -> line.startsWith(RACES) && line.endsWith(".TwoThreads"))
                .toList();
        assertThat(races).isNotEmpty();

        List<String> said = lines("-m", "sanity", "-v");

        assertThat(said).contains("  Failed tests: No matches.", "  Error tests: No matches.");
        assertThat(races).allSatisfy(race -> assertThat(said).anyMatch(line -> line.endsWith("[OK] " + race)));
    }

    private List<String> lines(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("benchmarks.jar"),
                "org.openjdk.jcstress.Main",
                "-t",
                RACES,
                "-r",
                "races/"));
        command.addAll(List.of(arguments));
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(15, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(output, UTF_8)).isZero();
        return Files.readAllLines(output, UTF_8);
    }
}
