package io.snowkeeper.cli.deploy.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each value of the chart has an effect, the result is valid for Kubernetes, and the chart's README describes it. */
class ChartValuesTest {

    /** These are written as Kubernetes has them, as a whole. */
    private static final Set<String> WHOLE = Set.of("resources", "podSecurityContext", "securityContext");

    private static final Pattern ROW = Pattern.compile("^\\| `([^`]+)` \\| (.*?) \\| (.+) \\|$", Pattern.MULTILINE);

    @ParameterizedTest
    @MethodSource("values")
    void eachDoesSomething(ChartValue value) {
        assertThat(value.asSet()).isNotEqualTo(value.byDefault());
    }

    @ParameterizedTest
    @MethodSource("values")
    void withEachKubernetesTakesWhatComesOut(ChartValue value) {
        assertThat(value.asSet().objects())
                .isNotEmpty()
                .allSatisfy(object ->
                        assertThatCode(() -> KubernetesModels.check(object)).doesNotThrowAnyException());
    }

    static List<ChartValue> values() {
        return ChartValue.all();
    }

    @Test
    void allOfTheFileAreTried() {
        assertThat(values().stream().map(ChartValue::path))
                .containsExactlyInAnyOrderElementsOf(defaults().keySet());
    }

    @Test
    void theReadmeTellsEachWithItsDefault() throws IOException {
        Map<String, String> told = new TreeMap<>();
        Matcher rows = ROW.matcher(Files.readString(Chart.FOLDER.resolve("README.md")));
        while (rows.find()) {
            told.put(rows.group(1), rows.group(2));
        }

        assertThat(told).isEqualTo(defaults());
    }

    /** Returns the defaults by path, as the README writes them. */
    private static Map<String, String> defaults() {
        Map<String, String> defaults = new TreeMap<>();
        collect("", Chart.defaults(), defaults);
        return defaults;
    }

    private static void collect(String path, JsonNode value, Map<String, String> into) {
        if (value.isObject() && !value.isEmpty() && !WHOLE.contains(path)) {
            value.properties()
                    .forEach(inner ->
                            collect(path + (path.isEmpty() ? "" : ".") + inner.getKey(), inner.getValue(), into));
        } else {
            into.put(path, value.isContainerNode() && !value.isEmpty() ? "see values.yaml" : "`%s`".formatted(value));
        }
    }
}
