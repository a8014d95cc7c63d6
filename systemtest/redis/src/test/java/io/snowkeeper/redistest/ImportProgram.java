package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The program's import of the output of a recipe of docs/use/migrating.md into one fleet, as often as a test wants it.
 */
final class ImportProgram {

    private final Path folder;
    private final ProcessFleet fleet;
    private final String recipe;
    private final List<String> options;

    /**
     * Names both.
     *
     * @param folder keeps the document's files, and its output
     * @param recipe the command of a shell that prints the counters
     * @param options of each import
     */
    ImportProgram(Path folder, ProcessFleet fleet, String recipe, String... options) throws IOException {
        this.folder = folder;
        this.fleet = fleet;
        this.recipe = recipe;
        this.options = List.of(options);
        MigratingDocument.saveFiles(folder);
    }

    /** Its report, its exit status, and its other output. */
    record Report(int status, JsonNode said, String error) {

        JsonNode of(String key) {
            for (JsonNode row : said.path("keys")) {
                if (row.path("key").asText().equals(key)) {
                    return row;
                }
            }
            throw new AssertionError("no row of " + key + " in " + said);
        }

        String outcome(String key) {
            return of(key).path("outcome").asText();
        }

        String detail(String key) {
            return of(key).path("detail").asText();
        }

        long value(String key) {
            return of(key).path("value").asLong();
        }

        long first(String key) {
            return of(key).path("first").asLong();
        }

        long left(String key) {
            return of(key).path("left").asLong();
        }
    }

    /** Runs it, and expects a report. */
    Report run(String... options) throws Exception {
        try (NodeProcess program = start(options)) {
            int status = program.awaitExit();
            assertThat(program.stdout()).as(program.stderr()).isNotEmpty();
            return new Report(status, new ObjectMapper().readTree(program.stdout()), program.stderr());
        }
    }

    private NodeProcess start(String... options) throws Exception {
        Path counters = folder.resolve("counters");
        Process printing = new ProcessBuilder("sh", "-c", recipe)
                .directory(folder.toFile())
                .redirectOutput(counters.toFile())
                .redirectError(folder.resolve("recipe.err").toFile())
                .start();
        assertThat(printing.waitFor())
                .as(Files.readString(folder.resolve("recipe.err")))
                .isZero();
        List<String> arguments = new ArrayList<>(List.of("import", counters.toString()));
        arguments.addAll(this.options);
        arguments.addAll(List.of("--server", fleet.addresses(), "--json"));
        arguments.addAll(List.of(options));
        return NodeProcess.start(folder.resolve("import"), Map.of(), arguments);
    }
}
