package io.snowkeeper.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.LintResult;
import com.marcnuri.helm.TemplateCommand;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The chart as Helm itself renders it: the library is Helm. Kubernetes' own opinion is not asked. */
class HelmChartTest {

    private static final YAMLMapper YAML = new YAMLMapper();

    private final Helm chart = new Helm(Path.of("../deploy/helm/snowkeeper"));

    @Test
    void lintFindsNothing() {
        LintResult result = chart.lint().strict().call();

        assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
    }

    @Test
    void isADeploymentWithADisruptionBudgetByDefault() throws IOException {
        assertThat(rendered(template()).keySet())
                .containsExactly("Deployment", "PodDisruptionBudget", "Service", "ServiceAccount");
    }

    @Test
    void hasAServiceMonitorIfItIsWanted() throws IOException {
        JsonNode monitor =
                rendered(template().set("serviceMonitor.enabled", true)).get("ServiceMonitor");

        assertThat(monitor.at("/spec/endpoints/0/path").asText()).isEqualTo("/metrics");
    }

    @Test
    void podsGetNoVariablesOfServices() throws IOException {
        assertThat(pod(template()).at("/enableServiceLinks").asText()).isEqualTo("false");
    }

    @Test
    void containersRunWithoutRightsOnAReadOnlyRoot() throws IOException {
        JsonNode pod = pod(template());

        assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
        assertThat(pod.at("/containers/0/securityContext").toString())
                .isEqualTo(
                        "{\"allowPrivilegeEscalation\":false,\"readOnlyRootFilesystem\":true,\"capabilities\":{\"drop\":[\"ALL\"]}}");
    }

    @Test
    void readinessAndLifeAreAskedApart() throws IOException {
        JsonNode container = pod(template()).at("/containers/0");

        assertThat(List.of(
                        container.at("/startupProbe/httpGet/path").asText(),
                        container.at("/livenessProbe/httpGet/path").asText(),
                        container.at("/readinessProbe/httpGet/path").asText()))
                .containsExactly("/livez", "/livez", "/readyz");
    }

    @Test
    void redisClientsFindAPortIfItIsWanted() throws IOException {
        TemplateCommand wanted = template().set("service.redisPort", 6379);

        assertThat(variable(wanted, "SNOWKEEPER_REDIS_PORT").at("/value").asText())
                .isEqualTo("6379");
        assertThat(pod(wanted).at("/containers/0/ports").toString())
                .contains("{\"name\":\"redis\",\"containerPort\":6379}");
        assertThat(rendered(wanted).get("Service").at("/spec/ports").toString())
                .contains("{\"name\":\"redis\",\"port\":6379,\"targetPort\":\"redis\"}");
    }

    @Test
    void noPortOfRedisIsOpenedByDefault() throws IOException {
        assertThat(pod(template()).toString()).doesNotContainIgnoringCase("redis");
        assertThat(rendered(template()).get("Service").at("/spec/ports").findValuesAsText("name"))
                .doesNotContain("redis");
    }

    @Test
    void podsAreSpreadOverHostsAndZones() throws IOException {
        assertThat(pod(template()).at("/topologySpreadConstraints").findValuesAsText("topologyKey"))
                .containsExactly("kubernetes.io/hostname", "topology.kubernetes.io/zone");
    }

    @Test
    void zooKeepersAddressComesFromASecretThatIsThere() throws IOException {
        JsonNode variable = variable(template().set("zookeeper.existingSecret", "zk"), "SNOWKEEPER_ZOOKEEPER");

        assertThat(variable.toString())
                .isEqualTo(
                        "{\"name\":\"SNOWKEEPER_ZOOKEEPER\",\"valueFrom\":{\"secretKeyRef\":{\"name\":\"zk\",\"key\":\"connect\"}}}");
    }

    @Test
    void loginAndTlsToZooKeeperComeFromSecretsThatAreThere() throws IOException {
        JsonNode pod = pod(template()
                .set("zookeeper.login.existingSecret", "our-login")
                .set("zookeeper.tls.existingSecret", "our-tls")
                .set("zookeeper.tls.keystoreKey", "node.pem"));

        assertThat(pod.at("/containers/0/env").toString())
                .contains(
                        "{\"name\":\"SNOWKEEPER_ZOOKEEPER_AUTH_FILE\",\"value\":\"/etc/snowkeeper/zookeeper-login/login\"}",
                        "{\"name\":\"SNOWKEEPER_ZOOKEEPER_TLS_CA\",\"value\":\"/etc/snowkeeper/zookeeper-tls/ca.pem\"}",
                        "{\"name\":\"SNOWKEEPER_ZOOKEEPER_TLS_KEYSTORE\",\"value\":\"/etc/snowkeeper/zookeeper-tls/node.pem\"}");
        assertThat(pod.at("/volumes").findValuesAsText("secretName")).containsExactly("our-login", "our-tls");
        assertThat(pod.at("/containers/0/volumeMounts").findValuesAsText("mountPath"))
                .contains("/etc/snowkeeper/zookeeper-login", "/etc/snowkeeper/zookeeper-tls");
    }

    @Test
    void theAdministratorsTokenComesFromASecretThatIsThere() throws IOException {
        JsonNode pod = pod(template().set("adminToken.existingSecret", "our-token"));

        assertThat(pod.at("/containers/0/env").toString())
                .contains("{\"name\":\"SNOWKEEPER_ADMIN_TOKEN_FILE\",\"value\":\"/etc/snowkeeper/admin-token/token\"}");
        assertThat(pod.at("/volumes").findValuesAsText("secretName")).containsExactly("our-token");
        assertThat(pod.at("/containers/0/volumeMounts").findValuesAsText("mountPath"))
                .contains("/etc/snowkeeper/admin-token");
    }

    @Test
    void anImageIsTakenByItsDigestIfThatIsGiven() throws IOException {
        String digest = "sha256:" + "0123456789abcdef".repeat(4);

        assertThat(pod(template()).at("/containers/0/image").asText()).isEqualTo("snowkeeper:0.1.0");
        assertThat(pod(template().set("image.digest", digest))
                        .at("/containers/0/image")
                        .asText())
                .isEqualTo("snowkeeper@" + digest);
    }

    @Test
    void whatAPodMayTakeOfMemoryAndDiskIsLimited() throws IOException {
        JsonNode pod = pod(template());

        assertThat(pod.at("/containers/0/resources/limits/memory").asText())
                .isEqualTo(pod.at("/containers/0/resources/requests/memory").asText())
                .isEqualTo("512Mi");
        assertThat(pod.path("volumes"))
                .isNotEmpty()
                .allSatisfy(volume ->
                        assertThat(volume.at("/emptyDir/sizeLimit").asText()).isNotEmpty());
    }

    @Test
    void withoutThoseSecretsThereIsNothingOfThem() throws IOException {
        assertThat(pod(template()).toString())
                .doesNotContain(
                        "zookeeper-login", "zookeeper-tls", "AUTH_FILE", "TLS_CA", "admin-token", "ADMIN_TOKEN");
    }

    @Test
    void portsSpeakTlsWithASecretThatIsThere() throws IOException {
        TemplateCommand template = template()
                .set("tls.existingSecret", "our-certificate")
                .set("tls.clientCaKey", "clients.crt")
                .set("serviceMonitor.enabled", true);
        JsonNode pod = pod(template);

        assertThat(pod.at("/containers/0/env").toString())
                .contains(
                        "{\"name\":\"SNOWKEEPER_TLS_CERTIFICATE\",\"value\":\"/etc/snowkeeper/tls/tls.crt\"}",
                        "{\"name\":\"SNOWKEEPER_TLS_KEY\",\"value\":\"/etc/snowkeeper/tls/tls.key\"}",
                        "{\"name\":\"SNOWKEEPER_TLS_CLIENT_CA\",\"value\":\"/etc/snowkeeper/tls/clients.crt\"}",
                        "{\"name\":\"SNOWKEEPER_TLS_CLIENT_AUTH\",\"value\":\"line\"}");
        assertThat(pod.at("/volumes").findValuesAsText("secretName")).containsExactly("our-certificate");
        assertThat(pod.at("/containers/0/volumeMounts").findValuesAsText("mountPath"))
                .contains("/etc/snowkeeper/tls");
        assertThat(pod.at("/containers/0").findValuesAsText("scheme")).containsExactly("HTTPS", "HTTPS", "HTTPS");
        assertThat(rendered(template)
                        .get("ServiceMonitor")
                        .at("/spec/endpoints/0/scheme")
                        .asText())
                .isEqualTo("https");
    }

    @Test
    void portsArePlainWithoutASecret() throws IOException {
        JsonNode pod = pod(template());

        assertThat(pod.at("/containers/0").findValuesAsText("scheme")).containsExactly("HTTP", "HTTP", "HTTP");
        assertThat(pod.toString()).doesNotContain("SNOWKEEPER_TLS", "/etc/snowkeeper/tls");
    }

    @Test
    void optionsBecomeVariables() throws IOException {
        JsonNode variable = variable(template().set("options.drain-delay", "9s"), "SNOWKEEPER_DRAIN_DELAY");

        assertThat(variable.path("value").asText()).isEqualTo("9s");
    }

    @Test
    void anOptionThatTheChartSetsItselfIsRefused() {
        assertThatThrownBy(() -> template().set("options.port", "7").call())
                .hasMessageContaining("invalid propertyName 'port'");
    }

    @Test
    void anUnknownValueIsRefused() {
        assertThatThrownBy(() -> template().set("replicas", 3).call())
                .hasMessageContaining("additional properties 'replicas' not allowed");
    }

    @Test
    void noAddressOfZooKeeperIsRefused() {
        assertThatThrownBy(() -> template().set("zookeeper.connect", "").call())
                .hasMessageContaining("at '/zookeeper'");
    }

    private TemplateCommand template() {
        return chart.template().withName("ids");
    }

    private static JsonNode pod(TemplateCommand template) throws IOException {
        return rendered(template).get("Deployment").at("/spec/template/spec");
    }

    private static JsonNode variable(TemplateCommand template, String name) throws IOException {
        for (JsonNode variable : pod(template).at("/containers/0/env")) {
            if (variable.path("name").asText().equals(name)) {
                return variable;
            }
        }
        throw new AssertionError("no variable " + name);
    }

    /** Returns the objects by their kinds. */
    private static Map<String, JsonNode> rendered(TemplateCommand template) throws IOException {
        Map<String, JsonNode> objects = new TreeMap<>();
        try (MappingIterator<JsonNode> all = YAML.readerFor(JsonNode.class).readValues(template.call())) {
            all.forEachRemaining(object -> objects.put(object.path("kind").asText(), object));
        }
        return objects;
    }
}
