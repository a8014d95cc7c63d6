package io.snowkeeper.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The defects that {@code simulation/mutate} puts into the code, which goes on under them. */
class MutantsTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Path MUTANTS = Path.of("mutants");
    private static final String MARKS = " -+";

    /** A place that a patch changes, with the lines that it looks for. */
    private record Hunk(String file, List<String> former) {}

    static List<String> patches() throws IOException {
        try (Stream<Path> files = Files.list(MUTANTS)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("patches")
    void whatAPatchChangesStandsInTheCode(String patch) throws IOException {
        List<Hunk> hunks = hunks(Files.readString(MUTANTS.resolve(patch)));

        assertThat(hunks).as(patch).isNotEmpty();
        for (Hunk hunk : hunks) {
            Path file = ROOT.resolve(hunk.file());
            List<String> code = Files.exists(file) ? Files.readAllLines(file) : List.of();

            assertThat(Collections.indexOfSubList(code, hunk.former()))
                    .withFailMessage(
                            "loadtest/simulation/mutants/%s changes lines that are not in %s any more:%n%n%s%n%nMake the same defect in the code as it is now, and put its diff into the patch. If there is nothing left that could have it, delete the patch, and its row in loadtest/simulation/README.md.",
                            patch, hunk.file(), String.join("\n", hunk.former()))
                    .isNotNegative();
        }
    }

    private static List<Hunk> hunks(String patch) {
        List<Hunk> hunks = new ArrayList<>();
        for (String change : parts(patch, "--- a/")) {
            String file = change.lines().findFirst().orElseThrow();
            for (String hunk : parts(change, "@@ ")) {
                hunks.add(new Hunk(file, former(hunk)));
            }
        }
        return hunks;
    }

    /** Returns the text behind each line that begins so, with the rest of that line. */
    private static List<String> parts(String text, String beginning) {
        return Stream.of(text.split("(?m)^" + beginning)).skip(1).toList();
    }

    private static List<String> former(String hunk) {
        return hunk.lines()
                .skip(1)
                .takeWhile(line -> line.isEmpty() || MARKS.indexOf(line.charAt(0)) >= 0)
                .filter(line -> !line.startsWith("+"))
                .map(line -> line.isEmpty() ? line : line.substring(1))
                .toList();
    }
}
