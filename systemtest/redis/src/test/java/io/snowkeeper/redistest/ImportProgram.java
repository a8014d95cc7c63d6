package io.snowkeeper.redistest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The program's import from one source into one fleet, as often as a test wants it. */
final class ImportProgram {

    private final Path folder;
    private final ProcessFleet fleet;
    private final List<String> source;

    /**
     * Names both.
     *
     * @param folder keeps what it says
     * @param source what follows {@code import} on its command line
     */
    ImportProgram(Path folder, ProcessFleet fleet, List<String> source) {
        this.folder = folder;
        this.fleet = fleet;
        this.source = List.copyOf(source);
    }

    /** What it reported, its exit status, and what it said beside. */
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

    /** Runs it, and returns why it reports nothing. */
    String failure(String... options) throws Exception {
        try (NodeProcess program = start(options)) {
            assertThat(program.awaitExit()).isEqualTo(1);
            assertThat(program.stdout()).isEmpty();
            return program.stderr();
        }
    }

    private NodeProcess start(String... options) throws Exception {
        List<String> arguments = new ArrayList<>(List.of("import"));
        arguments.addAll(source);
        arguments.addAll(List.of("--server", fleet.addresses(), "--json"));
        arguments.addAll(List.of(options));
        return NodeProcess.start(folder.resolve("import"), Map.of(), arguments);
    }
}
