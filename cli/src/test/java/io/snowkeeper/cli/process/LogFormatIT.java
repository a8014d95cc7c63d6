package io.snowkeeper.cli.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.cli.Run;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.node.ProcessFleet;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log on standard error: an event, a line. */
@Tag("system")
class LogFormatIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private ProcessFleet fleet;
    private String output = "";

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
        output = node.stdout();
        return node.stderr().lines().toList();
    }

    private List<String> refusal(String... options) throws Exception {
        try (NodeProcess node = NodeProcess.serve(folder, Map.of("SNOWKEEPER_LOG_FORMAT", "json"), options)) {
            assertThat(node.awaitExit()).isNotZero();
            assertThat(node.stdout()).isEmpty();
            return node.stderr().lines().toList();
        }
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
        assertThat(lines)
                .anyMatch(line -> line.contains("\"formattedMessage\":\"snowkeeper n1 listens on 127.0.0.1:"))
                .anyMatch(line -> line.contains("\"formattedMessage\":\"snowkeeper n1 answers HTTP on 127.0.0.1:"));
        assertThat(output).isEmpty();
    }

    @Test
    void whyItDoesNotStartIsAnObjectOfJsonToo() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<List<String>> refusals = List.of(
                    refusal("--prot", "7070"),
                    refusal("--config", "none-such.properties"),
                    refusal("--bind", "0.0.0.0"),
                    refusal("--embedded-zookeeper-port", "0", "--port", String.valueOf(taken.getLocalPort())));
            for (List<String> lines : refusals) {
                assertThat(lines).isNotEmpty();
                for (String line : lines) {
                    assertThat(JSON.readTree(line).path("level").asText())
                            .as(line)
                            .isIn("INFO", "WARN", "ERROR");
                }
            }
            assertThat(refusals)
                    .extracting(lines -> String.join("\n", lines))
                    .satisfiesExactly(
                            text -> assertThat(text).contains("Unknown options: '--prot', '7070'"),
                            text -> assertThat(text).contains("does not exist: none-such.properties"),
                            text -> assertThat(text).contains("--bind 0.0.0.0 needs --zookeeper"),
                            text -> assertThat(text).contains("choose another address with --bind and --port"));
        }
    }

    @Test
    void theFirstEventSaysWithWhichOptionsTheNodeStarts() throws Exception {
        Path file = Files.writeString(folder.resolve("node.properties"), "max-skew=4s\n");
        assertThat(logOf("--config", file.toString()).get(0))
                .containsPattern("node n1 starts with version \\S+, layout 41/10/12 from 2024-01-01T00:00:00Z"
                        + " in ticks of 1ms, window 30s, ZooKeeper \\S+; options on command line: .*\\bname=n1\\b.*;"
                        + " options in environment: .*\\bwindow=30s\\b.*; options in file: max-skew=4s$");
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
