package io.snowkeeper.cli.deploy.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The objects in docs/run/kubernetes.md can be installed, and its computations are right. */
class KubernetesDocumentTest {

    private static final Path DOCUMENT = Path.of("../docs/run/kubernetes.md");

    /** A block of YAML that begins with the name of its file. */
    private static final Pattern FILE = Pattern.compile("```yaml\n# (\\S+\\.yaml)\n(.*?)```", Pattern.DOTALL);

    private static final Pattern ANY_YAML = Pattern.compile("```yaml\n");
    private static final Pattern HELM =
            Pattern.compile("^helm upgrade --install ids deploy/helm/snowkeeper(.*)$", Pattern.MULTILINE);
    private static final Pattern APPLIED = Pattern.compile("^kubectl apply -f (\\S+)$", Pattern.MULTILINE);
    private static final Pattern SECRET =
            Pattern.compile("^kubectl create secret \\S+ (\\S+) (?:--from-file=(\\S+))?.*$", Pattern.MULTILINE);
    private static final Pattern ROLLOUT = Pattern.compile(
            "^\\| (\\d+) \\| (\\d+) \\| (\\d+) s \\| (\\d+) s(?:, killed)? \\| (\\d+) s \\| (\\d+) \\|$",
            Pattern.MULTILINE);

    @ParameterizedTest
    @MethodSource("installations")
    void kubernetesTakesWhatHelmMakesOfEachCommand(String arguments) throws IOException {
        assertThat(installed(arguments).objects())
                .hasSizeGreaterThan(4)
                .allSatisfy(object ->
                        assertThatCode(() -> KubernetesModels.check(object)).doesNotThrowAnyException());
    }

    static Stream<String> installations() throws IOException {
        return all(HELM).map(command -> command.group(1));
    }

    @Test
    void kubernetesTakesWhatIsAppliedAsItStands() throws IOException {
        List<JsonNode> objects = new ArrayList<>();
        for (MatchResult applied : all(APPLIED).toList()) {
            objects.addAll(Chart.read(files().get(applied.group(1))));
        }

        assertThat(objects)
                .hasSize(3)
                .allSatisfy(object ->
                        assertThatCode(() -> KubernetesModels.check(object)).doesNotThrowAnyException());
    }

    @Test
    void eachFileIsUsedByACommand() throws IOException {
        String commands =
                Stream.concat(all(HELM), all(APPLIED)).map(MatchResult::group).reduce("", (a, b) -> a + "\n" + b);

        assertThat(files().keySet())
                .hasSize((int) all(ANY_YAML).count())
                .allSatisfy(name -> assertThat(commands).contains("-f " + name));
    }

    @Test
    void eachSecretThatNodesMountIsMadeBeforeWithTheKeyThatTheyRead() throws IOException {
        Map<String, String> made = new TreeMap<>();
        all(SECRET).forEach(secret -> made.put(secret.group(1), secret.group(2) == null ? "tls.key" : secret.group(2)));

        for (String arguments : installations().toList()) {
            Rendered rendered = installed(arguments);
            String variables =
                    rendered.container().path("env").findValuesAsText("value").toString();
            assertThat(rendered.pod().at("/volumes").findValues("secret"))
                    .isNotEmpty()
                    .extracting(secret -> secret.path("secretName").asText())
                    .allSatisfy(name -> {
                        assertThat(made).containsKey(name);
                        assertThat(variables).contains("/" + made.get(name));
                    });
        }
    }

    @Test
    void aRolloutTakesWhatTheTableSays() throws IOException {
        assertThat(all(ROLLOUT)).hasSize(5).allSatisfy(row -> {
            int[] cells = Stream.iterate(1, i -> i + 1)
                    .limit(6)
                    .mapToInt(i -> Integer.parseInt(row.group(i)))
                    .toArray();
            assertThat(Rollout.of(cells[0], cells[1], cells[2], cells[3]))
                    .as(row.group())
                    .isEqualTo(new Rollout(cells[4], cells[5]));
        });
    }

    /** For all small rollouts, so that the document's formulas hold beyond the table. */
    @Test
    void theFormulasSayWhatTheStepsDo() {
        for (int nodes = 1; nodes <= 9; nodes++) {
            for (int surge = 1; surge <= nodes; surge++) {
                for (int ready = 1; ready <= 4; ready++) {
                    for (int taken = 1; taken <= 12; taken++) {
                        int rounds = (nodes + surge - 1) / surge;
                        int atOnce = nodes + surge * ((taken + ready - 1) / ready);
                        assertThat(Rollout.of(nodes, surge, ready, taken))
                                .as("%d %d %d %d", nodes, surge, ready, taken)
                                .isEqualTo(new Rollout(rounds * ready + taken, Math.min(2 * nodes, atOnce)));
                    }
                }
            }
        }
    }

    private static Rendered installed(String arguments) throws IOException {
        List<String> values = new ArrayList<>();
        String[] words = arguments.strip().split(" +", -1);
        for (int i = 0; i < words.length; i += 2) {
            switch (words[i]) {
                case "-f" -> values.add(files().get(words[i + 1]));
                case "--set" -> values.add(nested(words[i + 1]));
                default -> throw new AssertionError("not known here: " + words[i]);
            }
        }
        return Chart.with(values.toArray(String[]::new));
    }

    /** Makes {a: {b: c}} of a.b=c. */
    private static String nested(String set) {
        String[] parts = set.split("=", 2);
        String[] names = parts[0].split("\\.", -1);
        return "{" + String.join(": {", names) + ": " + parts[1] + "}".repeat(names.length);
    }

    private static Map<String, String> files() throws IOException {
        Map<String, String> files = new TreeMap<>();
        all(FILE).forEach(file -> files.put(file.group(1), file.group(2)));
        return files;
    }

    private static Stream<MatchResult> all(Pattern pattern) throws IOException {
        return pattern.matcher(Files.readString(DOCUMENT)).results();
    }
}
