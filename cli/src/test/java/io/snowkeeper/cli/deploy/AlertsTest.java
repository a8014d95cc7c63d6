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
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each alert has a row in docs/run/operations.md with the remedy, and is tested to fire and to be quiet. */
class AlertsTest {

    private static final Path DOCUMENT = Path.of("../docs/run/operations.md");
    private static final String PAGE = "https://github.com/snowkeeper/snowkeeper/blob/main/docs/run/operations.md#";

    /** Its anchor and name, the cause, and the remedy. */
    private static final Pattern ROW =
            Pattern.compile("^\\| <a id=\"(\\w+)\"></a>(Snowkeeper\\w+) \\| (.*) \\| (.*) \\|$", Pattern.MULTILINE);

    private static final int SHORTEST_CELL = 25;

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

    /** Returns the rows of the table, by the alert that has them, in their order. */
    private static Map<String, MatchResult> runbook() throws IOException {
        Map<String, MatchResult> runbook = new LinkedHashMap<>();
        ROW.matcher(Files.readString(DOCUMENT)).results().forEach(row -> runbook.put(row.group(2), row));
        return runbook;
    }

    @Test
    void theDocumentHasAllAlertsAndNoOthers() throws IOException {
        assertThat(runbook().keySet()).containsExactlyElementsOf(names());
    }

    @Test
    void theDocumentTellsWhatHasHappenedAndWhatToDo() throws IOException {
        assertThat(runbook()).allSatisfy((name, row) -> {
            assertThat(row.group(3)).as(name).hasSizeGreaterThan(SHORTEST_CELL);
            assertThat(row.group(4)).as(name).hasSizeGreaterThan(SHORTEST_CELL);
        });
    }

    @Test
    void eachAlertLeadsToItsRow() throws IOException {
        assertThat(runbook()).isNotEmpty();
        for (JsonNode alert : alerts()) {
            MatchResult row = runbook().get(alert.path("alert").asText());
            assertThat(alert.at("/annotations/runbook_url").asText()).isEqualTo(PAGE + row.group(1));
        }
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
