package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.Run;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log on standard error: an event, a line. */
class LogFormatIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private ProcessFleet fleet;

    @BeforeEach
    void makeFleet() {
        fleet = ProcessFleet.onSharedZooKeeper(folder);
    }

    @AfterEach
    void stopFleet() throws Exception {
        fleet.close();
    }

    private List<String> logOf(String... options) throws Exception {
        NodeProcess node = fleet.serve("n1", options);
        node.awaitWorkerId();
        assertThat(node.stop()).isZero();
        return node.stderr().lines().toList();
    }

    @Test
    void eachEventIsAnObjectOfJsonWhereThatIsAsked() throws Exception {
        List<String> lines = logOf("--log-format", "json");
        assertThat(lines).isNotEmpty();
        for (String line : lines) {
            JsonNode event = JSON.readTree(line);
            assertThat(event.path("timestamp").isNumber()).as(line).isTrue();
            assertThat(event.path("level").isTextual()).as(line).isTrue();
            assertThat(event.path("loggerName").isTextual()).as(line).isTrue();
            assertThat(event.path("formattedMessage").isTextual()).as(line).isTrue();
        }
        assertThat(lines.get(lines.size() - 1)).contains("\"formattedMessage\":\"stopped\"");
    }

    @Test
    void eachEventHasTheNamesOfTheElasticCommonSchemaWhereThatIsAsked() throws Exception {
        List<String> lines = logOf("--log-format", "ecs");
        assertThat(lines).isNotEmpty();
        for (String line : lines) {
            JsonNode event = JSON.readTree(line);
            assertThat(Instant.parse(event.path("@timestamp").asText()))
                    .as(line)
                    .isBefore(Instant.now());
            assertThat(event.path("ecs.version").isTextual()).as(line).isTrue();
            assertThat(event.path("log.level").asText()).as(line).isIn("INFO", "WARN", "ERROR");
            assertThat(event.path("log.logger").asText()).as(line).isNotEmpty();
            assertThat(event.path("process.thread.name").asText()).as(line).isNotEmpty();
            assertThat(event.path("service.name").asText()).as(line).isEqualTo("snowkeeper");
            assertThat(event.path("service.version").isTextual()).as(line).isTrue();
            assertThat(event.path("service.node.name").asText()).as(line).isEqualTo("n1");
        }
        assertThat(lines.get(lines.size() - 1)).contains("\"message\":\"stopped\"");
    }

    @Test
    void eachEventIsALineOfTextOtherwise() throws Exception {
        assertThat(logOf())
                .isNotEmpty()
                .allMatch(line -> line.matches(
                        "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z (ERROR|WARN|INFO) +\\w+: .+"));
    }

    @Test
    void anotherFormatIsRefused() {
        assertThat(Run.of("serve", "--log-format", "xml")).isEqualTo(new Run(2, "", """
                snowkeeper: Invalid value for option '--log-format': must be text, json or ecs: 'xml'
                Try 'snowkeeper serve --help'.
                """));
    }
}
