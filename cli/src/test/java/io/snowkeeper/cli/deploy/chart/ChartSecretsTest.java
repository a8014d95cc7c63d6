package io.snowkeeper.cli.deploy.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Secrets come from existing Secrets, as files except those set in the environment by name. */
class ChartSecretsTest {

    @Test
    void zooKeepersAddressComesFromASecretThatIsThere() {
        assertThat(Chart.with("zookeeper: {existingSecret: zk}")
                        .variable("SNOWKEEPER_ZOOKEEPER")
                        .toString())
                .isEqualTo(
                        "{\"name\":\"SNOWKEEPER_ZOOKEEPER\",\"valueFrom\":{\"secretKeyRef\":{\"name\":\"zk\",\"key\":\"connect\"}}}");
    }

    @Test
    void loginAndTlsToZooKeeperComeFromSecretsThatAreThere() {
        Rendered rendered = Chart.with("""
                zookeeper:
                  login: {existingSecret: our-login}
                  tls: {existingSecret: our-tls, keystoreKey: node.pem}
                """);

        assertThat(value(rendered, "SNOWKEEPER_ZOOKEEPER_AUTH_FILE"))
                .isEqualTo("/etc/snowkeeper/zookeeper-login/login");
        assertThat(value(rendered, "SNOWKEEPER_ZOOKEEPER_TLS_CA")).isEqualTo("/etc/snowkeeper/zookeeper-tls/ca.pem");
        assertThat(value(rendered, "SNOWKEEPER_ZOOKEEPER_TLS_KEYSTORE"))
                .isEqualTo("/etc/snowkeeper/zookeeper-tls/node.pem");
        isMountedFrom(rendered, "our-login", "/etc/snowkeeper/zookeeper-login");
        isMountedFrom(rendered, "our-tls", "/etc/snowkeeper/zookeeper-tls");
    }

    @Test
    void theAdministratorsTokenComesFromASecretThatIsThere() {
        Rendered rendered = Chart.with("adminToken: {existingSecret: our-token}");

        assertThat(value(rendered, "SNOWKEEPER_ADMIN_TOKEN_FILE")).isEqualTo("/etc/snowkeeper/admin-token/token");
        isMountedFrom(rendered, "our-token", "/etc/snowkeeper/admin-token");
    }

    @Test
    void keysOfPublicIdsComeFromASecretThatIsThere() {
        Rendered rendered = Chart.with("publicIdKeys: {existingSecret: our-keys}");

        assertThat(value(rendered, "SNOWKEEPER_PUBLIC_ID_KEYS")).isEqualTo("/etc/snowkeeper/public-id-keys/keys");
        isMountedFrom(rendered, "our-keys", "/etc/snowkeeper/public-id-keys");
    }

    @Test
    void noSecretIsNamedInThePodsAnnotationsWhoseChangeWouldRestartIt() {
        Rendered rendered = Chart.with(
                "adminToken: {existingSecret: our-token}",
                "policy: {existingSecret: our-policy}",
                "tls: {existingSecret: our-certificate}");

        assertThat(rendered.workload().at("/spec/template/metadata").has("annotations"))
                .isFalse();
    }

    @Test
    void aPolicyComesFromASecretThatIsThere() {
        Rendered rendered = Chart.with("policy: {existingSecret: our-policy}");

        assertThat(value(rendered, "SNOWKEEPER_POLICY_FILE")).isEqualTo("/etc/snowkeeper/policy/policy.json");
        isMountedFrom(rendered, "our-policy", "/etc/snowkeeper/policy");
    }

    @Test
    void portsSpeakTlsWithASecretThatIsThere() {
        Rendered rendered = Chart.with(
                "tls: {existingSecret: our-certificate, clientCaKey: clients.crt}", "serviceMonitor: {enabled: true}");

        assertThat(value(rendered, "SNOWKEEPER_TLS_CERTIFICATE")).isEqualTo("/etc/snowkeeper/tls/tls.crt");
        assertThat(value(rendered, "SNOWKEEPER_TLS_KEY")).isEqualTo("/etc/snowkeeper/tls/tls.key");
        assertThat(value(rendered, "SNOWKEEPER_TLS_CLIENT_CA")).isEqualTo("/etc/snowkeeper/tls/clients.crt");
        assertThat(value(rendered, "SNOWKEEPER_TLS_CLIENT_AUTH")).isEqualTo("line");
        isMountedFrom(rendered, "our-certificate", "/etc/snowkeeper/tls");
        assertThat(rendered.container().findValuesAsText("scheme")).containsExactly("HTTPS", "HTTPS", "HTTPS");
        assertThat(rendered.only("ServiceMonitor")
                        .at("/spec/endpoints/0/scheme")
                        .asText())
                .isEqualTo("https");
    }

    @Test
    void furtherOptionsComeFromASecretThatIsThere() {
        assertThat(Chart.with("existingSecret: our-options")
                        .container()
                        .path("envFrom")
                        .toString())
                .isEqualTo("[{\"secretRef\":{\"name\":\"our-options\"}}]");
    }

    @Test
    void withoutThoseSecretsThereIsNothingOfThem() {
        assertThat(Chart.with().pod().toString())
                .doesNotContain("secret", "/etc/snowkeeper", "AUTH_FILE", "TLS", "ADMIN_TOKEN", "POLICY", "envFrom");
    }

    @Test
    void anOptionForWhatComesFromASecretAlreadyIsRefused() {
        assertThatThrownBy(() -> Chart.with(
                        "adminToken: {existingSecret: our-token}", "options: {admin-token-file: /etc/extra/token}"))
                .hasMessageContaining("options.admin-token-file: adminToken.existingSecret sets it already");
    }

    private static String value(Rendered rendered, String variable) {
        return rendered.variable(variable).path("value").asText();
    }

    /** As a whole folder, since Kubernetes does not update single files, and readable by the node's group. */
    private static void isMountedFrom(Rendered rendered, String secret, String path) {
        assertThat(rendered.pod().path("volumes")).anySatisfy(volume -> {
            assertThat(volume.at("/secret/secretName").asText()).isEqualTo(secret);
            assertThat(volume.at("/secret/defaultMode").asInt()).isEqualTo(0440);
            assertThat(rendered.container().path("volumeMounts")).anySatisfy(mount -> {
                assertThat(mount.path("name")).isEqualTo(volume.path("name"));
                assertThat(mount.path("mountPath").asText()).isEqualTo(path);
                assertThat(mount.path("readOnly").asBoolean()).isTrue();
                assertThat(mount.has("subPath")).isFalse();
            });
        });
    }
}
