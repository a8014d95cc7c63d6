package io.snowkeeper.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Each alert has a part of docs/run/operations.md that tells what to do, and is tested to fire and to be quiet. */
class AlertsTest {

    private static final Path DOCUMENT = Path.of("../docs/run/operations.md");
    private static final String HEADING = "### Snowkeeper";
    private static final String PAGE = "https://github.com/snowkeeper/snowkeeper/blob/main/docs/run/operations.md#";

    /** A sentence that says what has happened, and one that says what to do. */
    private static final int SHORTEST_RUNBOOK = 80;

    private static JsonNode read(String file) throws IOException {
        return new YAMLMapper()
                .readTree(Path.of("../deploy/prometheus").resolve(file).toFile());
    }

    private static List<JsonNode> alerts() throws IOException {
        List<JsonNode> alerts = new ArrayList<>();
        read("snowkeeper.rules.yml").at("/groups/0/rules").forEach(alerts::add);
        return alerts;
    }

    private static List<String> names() throws IOException {
        return alerts().stream().map(alert -> alert.path("alert").asText()).toList();
    }

    /** Returns what the document tells of each alert, in its order. */
    private static Map<String, String> runbook() throws IOException {
        Map<String, String> runbook = new LinkedHashMap<>();
        for (String part : Files.readString(DOCUMENT).split("\n(?=##)")) {
            if (part.startsWith(HEADING)) {
                String[] lines = part.split("\n", 2);
                runbook.put(lines[0].substring("### ".length()), lines[1].strip());
            }
        }
        return runbook;
    }

    @Test
    void theDocumentHasAllAlertsAndNoOthers() throws IOException {
        assertThat(runbook().keySet()).containsExactlyElementsOf(names());
    }

    @Test
    void theDocumentTellsWhatToDo() throws IOException {
        assertThat(runbook())
                .allSatisfy((name, text) -> assertThat(text).as(name).hasSizeGreaterThan(SHORTEST_RUNBOOK));
    }

    @Test
    void eachAlertLeadsToItsPart() throws IOException {
        assertThat(alerts())
                .allSatisfy(
                        alert -> assertThat(alert.at("/annotations/runbook_url").asText())
                                .isEqualTo(PAGE + alert.path("alert").asText().toLowerCase(Locale.ROOT)));
    }

    @Test
    void eachAlertSaysWhetherItWakesSomebody() throws IOException {
        assertThat(alerts())
                .allSatisfy(alert ->
                        assertThat(alert.at("/labels/severity").asText()).isIn("critical", "warning"));
    }

    @Test
    void eachAlertIsTestedToFireAndToBeQuiet() throws IOException {
        Set<String> fire = new TreeSet<>();
        Set<String> quiet = new TreeSet<>();
        for (String file : List.of("snowkeeper.rules.test.yml", "snowkeeper.days.test.yml")) {
            for (JsonNode expected : read(file).path("tests").findValues("alert_rule_test")) {
                expected.forEach(each -> (each.path("exp_alerts").isEmpty() ? quiet : fire)
                        .add(each.path("alertname").asText()));
            }
        }
        assertThat(fire).containsExactlyInAnyOrderElementsOf(names());
        assertThat(quiet).containsExactlyInAnyOrderElementsOf(names());
    }
}
