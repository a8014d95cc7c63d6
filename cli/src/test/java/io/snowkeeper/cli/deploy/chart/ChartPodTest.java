package io.snowkeeper.cli.deploy.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.snowkeeper.cli.Run;
import io.snowkeeper.core.text.HostPort;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A pod of the chart: its rights, its probes, its resources, and how long it may take to end. */
class ChartPodTest {

    private final Rendered rendered = Chart.with();

    @Test
    void podsGetNoVariablesOfServicesAndNoRightsInTheCluster() {
        assertThat(rendered.pod().path("enableServiceLinks").asText()).isEqualTo("false");
        assertThat(rendered.pod().path("automountServiceAccountToken").asText()).isEqualTo("false");
        assertThat(rendered.only("ServiceAccount")
                        .path("automountServiceAccountToken")
                        .asText())
                .isEqualTo("false");
    }

    @Test
    void containersRunWithoutRightsOnAReadOnlyRoot() {
        assertThat(rendered.pod().path("securityContext").toString())
                .isEqualTo(
                        "{\"fsGroup\":10001,\"fsGroupChangePolicy\":\"OnRootMismatch\",\"runAsGroup\":10001,"
                                + "\"runAsNonRoot\":true,\"runAsUser\":10001,\"seccompProfile\":{\"type\":\"RuntimeDefault\"}}");
        assertThat(rendered.container().path("securityContext").toString())
                .isEqualTo(
                        "{\"allowPrivilegeEscalation\":false,\"capabilities\":{\"drop\":[\"ALL\"]},\"readOnlyRootFilesystem\":true}");
    }

    @Test
    void readinessAndLifeAreAskedApart() {
        JsonNode container = rendered.container();

        assertThat(List.of(
                        container.at("/startupProbe/httpGet/path").asText(),
                        container.at("/livenessProbe/httpGet/path").asText(),
                        container.at("/readinessProbe/httpGet/path").asText()))
                .containsExactly("/livez", "/livez", "/readyz");
        assertThat(container.findValuesAsText("scheme")).containsExactly("HTTP", "HTTP", "HTTP");
    }

    @Test
    void whereOneNodeGivesIdsThoseThatStandByAreReadyPods() {
        JsonNode container = Chart.with("order: total").container();

        assertThat(container.at("/readinessProbe/httpGet/path").asText()).isEqualTo("/readyz?standbyok");
        assertThat(container.at("/livenessProbe/httpGet/path").asText()).isEqualTo("/livez");
    }

    @Test
    void podsAreSpreadOverHostsAndZones() {
        assertThat(rendered.pod().path("topologySpreadConstraints"))
                .extracting(constraint -> constraint.path("topologyKey").asText())
                .containsExactly("kubernetes.io/hostname", "topology.kubernetes.io/zone");
        assertThat(rendered.pod().path("topologySpreadConstraints"))
                .allSatisfy(constraint ->
                        assertThat(constraint.at("/labelSelector/matchLabels")).hasSize(2));
    }

    @Test
    void aSpreadMayHaveASelectorOfItsOwn() {
        JsonNode pod = Chart.with("""
                        topologySpreadConstraints:
                          - {topologyKey: zone, maxSkew: 1, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {a: b}}}
                        """).pod();

        assertThat(pod.at("/topologySpreadConstraints/0/labelSelector").toString())
                .isEqualTo("{\"matchLabels\":{\"a\":\"b\"}}");
    }

    @Test
    void anImageIsTakenByItsDigestIfThatIsGiven() {
        String digest = "sha256:" + "0123456789abcdef".repeat(4);

        assertThat(rendered.container().path("image").asText()).isEqualTo("snowkeeper:0.1.0");
        assertThat(Chart.with("image: {digest: '%s'}".formatted(digest))
                        .container()
                        .path("image")
                        .asText())
                .isEqualTo("snowkeeper@" + digest);
    }

    @Test
    void whatAPodMayTakeOfMemoryAndDiskIsLimited() {
        assertThat(rendered.container().at("/resources/limits/memory").asText())
                .isEqualTo(rendered.container().at("/resources/requests/memory").asText())
                .isEqualTo("512Mi");
        assertThat(rendered.pod().path("volumes"))
                .isNotEmpty()
                .allSatisfy(volume ->
                        assertThat(volume.at("/emptyDir/sizeLimit").asText()).isNotEmpty());
    }

    @Test
    void optionsBecomeVariablesAsTheyAreWritten() {
        Rendered set = Chart.with("options: {drain-delay: 9s, max-batch: 1000000, accept-clock-rollback: true}");

        assertThat(set.variable("SNOWKEEPER_DRAIN_DELAY").path("value").asText())
                .isEqualTo("9s");
        assertThat(set.variable("SNOWKEEPER_MAX_BATCH").path("value").asText()).isEqualTo("1000000");
        assertThat(set.variable("SNOWKEEPER_ACCEPT_CLOCK_ROLLBACK")
                        .path("value")
                        .asText())
                .isEqualTo("true");
    }

    @ParameterizedTest
    @CsvSource({"10.244.0.17, 10.244.0.17:7070", "fd00:10:244::17, [fd00:10:244::17]:7070"})
    void aPodAdvertisesTheAddressThatKubernetesGivesIt(String podIp, String advertised) {
        String value = rendered.variable("SNOWKEEPER_ADVERTISE").path("value").asText();

        assertThat(HostPort.parse("advertise", value.replace("$(POD_IP)", podIp)))
                .hasToString(advertised);
    }

    @Test
    void eachVariableOfTheChartIsAnOptionOfANode() {
        String help = Run.of("serve", "--help").out();
        Rendered all = Chart.with(
                "{zookeeper: {login: {existingSecret: l}, tls: {existingSecret: t, keystoreKey: k}},"
                        + " tls: {existingSecret: c, clientCaKey: a}, adminToken: {existingSecret: s}, policy: {existingSecret: p}, service: {redisPort: 6379}}");

        assertThat(all.container().path("env").findValuesAsText("name"))
                .filteredOn(name -> name.startsWith("SNOWKEEPER_"))
                .hasSize(19)
                .allSatisfy(name -> assertThat(help)
                        .contains("--"
                                + name.replace("SNOWKEEPER_", "")
                                        .replace('_', '-')
                                        .toLowerCase(Locale.ROOT)
                                + "="));
    }

    @Test
    void argumentsVolumesAndVariablesAreAddedToThoseOfTheChart() {
        Rendered more = Chart.with("""
                extraArgs: [--log-format, json]
                extraEnv: [{name: TZ, value: UTC}]
                extraVolumes: [{name: extra, emptyDir: {}}]
                extraVolumeMounts: [{name: extra, mountPath: /extra}]
                """);

        assertThat(more.container().path("args").toString()).isEqualTo("[\"serve\",\"--log-format\",\"json\"]");
        assertThat(more.variable("TZ").path("value").asText()).isEqualTo("UTC");
        assertThat(more.pod().path("volumes").findValuesAsText("name")).containsExactly("state", "tmp", "extra");
        assertThat(more.container().path("volumeMounts").findValuesAsText("mountPath"))
                .containsExactly("/var/lib/snowkeeper", "/tmp", "/extra");
    }

    /** Delay, the timeout for each of two ports, 30 s until the node ends by itself, and 5 s more. */
    @ParameterizedTest
    @CsvSource({"5s, 5s, 50", "10s, 5s, 55", "500ms, 0s, 36", "1m, 2m, 335"})
    void aPodHasAsLongToEndAsADrainMayTake(String delay, String timeout, int seconds) {
        assertThat(Chart.with("options: {drain-delay: %s, drain-timeout: %s}".formatted(delay, timeout))
                        .pod()
                        .path("terminationGracePeriodSeconds")
                        .asInt())
                .isEqualTo(seconds);
        assertThat(rendered.pod().path("terminationGracePeriodSeconds").asInt()).isEqualTo(50);
    }

    @Test
    void thePortForRedisTakesAsLongAsTheOthersToDrain() {
        assertThat(Chart.with("service: {redisPort: 6379}", "options: {drain-timeout: 20s}")
                        .pod()
                        .path("terminationGracePeriodSeconds")
                        .asInt())
                .isEqualTo(5 + 3 * 20 + 35);
    }

    @Test
    void lessThanADrainMayTakeIsRefused() {
        assertThat(Chart.with("terminationGracePeriodSeconds: 16")
                        .pod()
                        .path("terminationGracePeriodSeconds")
                        .asInt())
                .isEqualTo(16);
        assertThatThrownBy(() -> Chart.with("terminationGracePeriodSeconds: 15"))
                .hasMessageContaining(
                        "15 s are not enough: a drain may take 15 s, drain-delay and 2 times drain-timeout");
    }
}
