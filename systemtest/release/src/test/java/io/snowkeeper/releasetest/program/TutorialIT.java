package io.snowkeeper.releasetest.program;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.releasetest.machine.PrivateNetwork;
import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.testkit.extent.Extent;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.time.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pages of docs/start, in short the longer one: their commands, run one after the other, print the shown output. */
class TutorialIT {

    private static final Archive ARCHIVE = new Archive("deploy/dist", "snowkeeper");
    private static final Pattern STEP =
            Pattern.compile("^```sh\\n(.*?)^```$(?:\\n\\n```\\n(.*?)^```$)?", Pattern.MULTILINE | Pattern.DOTALL);

    /** Printed by the shell before each step. */
    private static final String MARK = "---- step";

    /** A page starts the program some twenty times, and on a busy machine each start may take half a minute. */
    private static final Duration LIMIT = Patience.LIMIT.multipliedBy(15);

    private record Step(String commands, String shown) {}

    @TempDir(factory = TempDirFactory.Standard.class)
    private Path folder;

    private PrivateNetwork network;

    @BeforeEach
    void makeNetwork() throws IOException {
        network = PrivateNetwork.create();
    }

    @AfterEach
    void closeNetwork() {
        network.close();
    }

    private static List<String> pages() {
        return Extent.of(List.of("invoice-number.md"), List.of("invoice-number.md", "fleet-of-three.md"));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void eachStepPrintsWhatThePageShows(String page) throws Exception {
        List<Step> steps = STEP.matcher(
                        Files.readString(Project.ROOT.resolve("docs/start").resolve(page)))
                .results()
                .map(step -> new Step(
                        step.group(1), Optional.ofNullable(step.group(2)).orElse("")))
                .toList();
        assertThat(steps).hasSizeGreaterThan(5);
        Files.copy(ARCHIVE.file(), folder.resolve(ARCHIVE.file().getFileName()));

        String printed = run(steps.stream()
                .map(step -> "echo '" + MARK + "'\n" + step.commands())
                .collect(joining()));

        List<String> parts = List.of(printed.split(MARK + "\n", -1));
        assertThat(parts).hasSize(steps.size() + 1);
        for (int i = 0; i < steps.size(); i++) {
            assertThat(comparable(parts.get(i + 1)))
                    .as(steps.get(i).commands())
                    .isEqualTo(comparable(steps.get(i).shown()));
        }
    }

    /** Runs commands by one shell, which has to end; returns their output. Only errors of the program count. */
    private String run(String commands) throws Exception {
        Path printed = folder.resolve("printed.txt");
        Path errors = folder.resolve("errors.txt");
        ProcessBuilder builder = new ProcessBuilder(network.command(List.of("bash", "-c", commands)))
                .directory(folder.toFile())
                .redirectOutput(printed.toFile())
                .redirectError(errors.toFile());
        // For short lives, which is no matter of the pages.
        builder.environment().put("JAVA_OPTS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC");
        try (JavaProcess shell = JavaProcess.start(builder)) {
            boolean ended = shell.awaitEnd(LIMIT);
            ProcessHandle.of(shell.pid()).stream()
                    .flatMap(ProcessHandle::descendants)
                    .forEach(ProcessHandle::destroyForcibly);
            assertThat(ended).as(Files.readString(printed)).isTrue();
        }
        try (Stream<String> lines = Files.lines(errors)) {
            assertThat(lines.filter(line -> line.startsWith("snowkeeper: "))).isEmpty();
        }
        return Files.readString(printed);
    }

    /** Ids, times, and names of reservations are others each time, and with the length of a name the width of its column. */
    private static String comparable(String text) {
        return text.replaceAll("\\b\\d{17,19}\\b", "ID")
                .replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
                .replaceAll("[0-9a-z]{12,16}-(\\d+)-[0-9a-z]{5}", "NAME-$1")
                .replaceAll(" {2,}", "  ");
    }
}
