package io.snowkeeper.cli.deploy.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.marcnuri.helm.LintResult;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The chart as a whole: its objects, and that Helm and Kubernetes accept them. */
class HelmChartTest {

    /** All that can be together. */
    private static final String EVERYTHING = """
            imagePullSecrets: [{name: our-registry}]
            zookeeper:
              existingSecret: zk
              login: {existingSecret: our-login}
              tls: {existingSecret: zk-tls, keystoreKey: node.pem}
            tls: {existingSecret: our-certificate, clientCaKey: ca.crt}
            adminToken: {existingSecret: our-token}
            policy: {existingSecret: our-policy}
            options: {window: 30s, drain-delay: 10s}
            existingSecret: our-options
            extraEnv: [{name: TZ, value: UTC}]
            extraArgs: [--log-format=json]
            extraVolumes: [{name: extra, configMap: {name: extra}}]
            extraVolumeMounts: [{name: extra, mountPath: /etc/extra}]
            autoscaling: {enabled: true, behavior: {scaleUp: {stabilizationWindowSeconds: 60}}}
            service: {type: LoadBalancer, redisPort: 6379, externalTrafficPolicy: Local}
            networkPolicy:
              enabled: true
              line: [{podSelector: {}}]
              http: [{namespaceSelector: {}}]
              redis: [{podSelector: {}}]
              zookeeper: {to: [{podSelector: {matchLabels: {app: zk}}}], ports: [2281]}
              dns: {to: [{namespaceSelector: {}}]}
            serviceMonitor: {enabled: true, tlsConfig: {serverName: ids.example.org}}
            podAnnotations: {a: b}
            podLabels: {c: d}
            nodeSelector: {e: f}
            priorityClassName: high
            """;

    @Test
    void lintFindsNothing() {
        LintResult result = Chart.helm().lint().strict().call();

        assertThat(result.isFailed()).as(result.getMessages().toString()).isFalse();
        assertThat(result.getMessages()).noneMatch(message -> message.contains("[WARNING]"));
    }

    @Test
    void isADeploymentWithADisruptionBudgetAndTwoServicesByDefault() {
        assertThat(Chart.with().kinds())
                .containsExactly("Deployment", "PodDisruptionBudget", "Service", "Service", "ServiceAccount");
    }

    @Test
    void isAStatefulSetWithTheSameIfThatIsWanted() {
        assertThat(Chart.with("statefulSet: {enabled: true}").kinds())
                .containsExactly("PodDisruptionBudget", "Service", "Service", "ServiceAccount", "StatefulSet");
    }

    @ParameterizedTest
    @ValueSource(strings = {"statefulSet: {enabled: false}", "statefulSet: {enabled: true}"})
    void withAllThatCanBeTogetherKubernetesTakesWhatComesOut(String workload) {
        Rendered rendered = Chart.with(EVERYTHING, workload);

        assertThat(rendered.objects())
                .hasSize(8)
                .allSatisfy(object ->
                        assertThatCode(() -> KubernetesModels.check(object)).doesNotThrowAnyException());
    }

    @Test
    void comesOutTheSameForANewKubernetes() {
        assertThat(Chart.renderedFor("1.37.0", EVERYTHING)).isEqualTo(Chart.with(EVERYTHING));
    }

    @Test
    void isNotForAKubernetesThatIsTooOld() {
        assertThatThrownBy(() -> Chart.renderedFor("1.26.9")).hasMessageContaining("kubeVersion: >=1.27.0-0");
    }

    @Test
    void allObjectsAreOfOneReleaseAndAllSelectorsMeanItsPods() {
        Rendered rendered = Chart.with(EVERYTHING);
        String ours = "{\"app.kubernetes.io/name\":\"snowkeeper\",\"app.kubernetes.io/instance\":\"ids\"}";

        Map.of(
                        "Deployment", "/spec/selector/matchLabels",
                        "PodDisruptionBudget", "/spec/selector/matchLabels",
                        "NetworkPolicy", "/spec/podSelector/matchLabels")
                .forEach((kind, selector) ->
                        assertThat(rendered.only(kind).at(selector).toString()).isEqualTo(ours));
        assertThat(rendered.service().at("/spec/selector").toString()).isEqualTo(ours);
        assertThat(rendered.headlessService().at("/spec/selector").toString()).isEqualTo(ours);
        assertThat(rendered.objects())
                .extracting(object -> object.at("/metadata/name").asText())
                .allMatch(name -> name.startsWith("ids-snowkeeper"));
    }

    @Test
    void namesAreShortEnoughForWhatKubernetesAddsToThem() {
        String name = Chart.with("fullnameOverride: " + "n".repeat(50), "statefulSet: {enabled: true}")
                .only("StatefulSet")
                .at("/spec/serviceName")
                .asText();

        assertThat(name).endsWith("-headless").hasSizeLessThanOrEqualTo(63);
        assertThatThrownBy(() -> Chart.with("fullnameOverride: " + "n".repeat(51)))
                .hasMessageContaining("fullnameOverride");
    }
}
