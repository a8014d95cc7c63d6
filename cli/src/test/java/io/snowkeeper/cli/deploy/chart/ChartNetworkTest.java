package io.snowkeeper.cli.deploy.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The ports and names by which nodes are reached, their clients, and their own targets. */
class ChartNetworkTest {

    private static final String REDIS = "service: {redisPort: 6379}";
    private static final String THE_FLEET =
            "{\"podSelector\":{\"matchLabels\":{\"app.kubernetes.io/name\":\"snowkeeper\",\"app.kubernetes.io/instance\":\"ids\"}}}";

    private static final String SHUT_IN =
            "networkPolicy: {enabled: true, line: [{podSelector: {matchLabels: {app: shop}}}]}";

    @Test
    void redisClientsFindAPortIfItIsWanted() {
        Rendered rendered = Chart.with(REDIS);

        assertThat(rendered.variable("SNOWKEEPER_REDIS_PORT").path("value").asText())
                .isEqualTo("6379");
        assertThat(rendered.container().path("ports").toString())
                .contains("{\"name\":\"redis\",\"containerPort\":6379}");
        for (JsonNode service : new JsonNode[] {rendered.service(), rendered.headlessService()}) {
            assertThat(service.at("/spec/ports").toString())
                    .contains("{\"name\":\"redis\",\"port\":6379,\"targetPort\":\"redis\"}");
        }
    }

    @Test
    void noPortOfRedisIsOpenedByDefault() {
        assertThat(Chart.with().objects().toString()).doesNotContainIgnoringCase("redis");
    }

    @Test
    void theHeadlessServiceHasTheAddressesOfReadyNodesAlone() {
        JsonNode spec = Chart.with().headlessService().path("spec");

        assertThat(spec.path("clusterIP").asText()).isEqualTo("None");
        assertThat(spec.has("publishNotReadyAddresses")).isFalse();
        assertThat(spec.path("ports")).isEqualTo(Chart.with().service().at("/spec/ports"));
    }

    @Test
    void prometheusFindsEachNodeOnce() {
        Rendered rendered = Chart.with("serviceMonitor: {enabled: true}");
        JsonNode monitor = rendered.only("ServiceMonitor");
        JsonNode wanted = monitor.at("/spec/selector/matchLabels");

        assertThat(monitor.at("/spec/endpoints/0/path").asText()).isEqualTo("/metrics");
        assertThat(rendered.objects().stream()
                        .filter(object -> object.path("kind").asText().equals("Service"))
                        .filter(service -> wanted.properties().stream()
                                .allMatch(label -> label.getValue()
                                        .equals(service.at("/metadata/labels").path(label.getKey())))))
                .containsExactly(rendered.service());
    }

    @Test
    void theAlertsAreThoseOfTheRepository() throws IOException {
        assertThat(Chart.with("prometheusRule: {enabled: true}")
                        .only("PrometheusRule")
                        .path("spec"))
                .isEqualTo(Chart.YAML.readTree(
                        Path.of("../deploy/prometheus/snowkeeper.rules.yml").toFile()));
    }

    @Test
    void theDashboardIsThatOfTheRepository() throws IOException {
        assertThat(Chart.with("dashboard: {enabled: true}")
                        .only("ConfigMap")
                        .at("/data/snowkeeper.json")
                        .asText())
                .isEqualTo(Files.readString(Path.of("../deploy/grafana/snowkeeper.json")));
    }

    @Test
    void eachReleaseIsAnotherFleetToTheAlerts() {
        assertThat(Chart.with("serviceMonitor: {enabled: true}")
                        .only("ServiceMonitor")
                        .at("/spec/endpoints/0/relabelings")
                        .toString())
                .isEqualTo("[{\"targetLabel\":\"fleet\",\"replacement\":\"shop/ids-snowkeeper\"}]");
    }

    @Test
    void anIngressLetsNothingThroughThatIsForOperators() {
        JsonNode rule = Chart.with("ingress: {enabled: true, host: ids.example.org}")
                .only("Ingress")
                .at("/spec/rules/0");

        assertThat(rule.path("host").asText()).isEqualTo("ids.example.org");
        assertThat(rule.at("/http/paths"))
                .extracting(path -> path.path("path").asText())
                .containsExactly("/v1/ids", "/v1/sortable-ids", "/v1/uuids", "/v1/sequences", "/openapi.json");
    }

    @Test
    void anIngressWithoutAHostIsRefused() {
        assertThatThrownBy(() -> Chart.with("ingress: {enabled: true}"))
                .hasMessageContaining("ingress.host: give the name that clients ask for");
    }

    @Test
    void aGatewayLeadsToTheLinePort() {
        JsonNode route = Chart.with("tcpRoute: {parentRefs: [{name: gateway}]}").only("TCPRoute");

        assertThat(route.at("/spec/rules/0/backendRefs").toString())
                .isEqualTo("[{\"name\":\"ids-snowkeeper\",\"port\":7070}]");
    }

    @Test
    void theAlertsFindTheJob() throws IOException {
        Rendered rendered = Chart.with("serviceMonitor: {enabled: true}");
        String label = rendered.only("ServiceMonitor").at("/spec/jobLabel").asText();
        String job = rendered.service().at("/metadata/labels").path(label).asText();

        assertThat(Files.readString(Path.of("../deploy/prometheus/snowkeeper.rules.yml")))
                .contains("up{job=\"%s\"}".formatted(job));
    }

    @Test
    void eachPortAdmitsThoseWhoAreNamedForIt() {
        JsonNode policy = Chart.with(REDIS, """
                        networkPolicy:
                          enabled: true
                          line: [{podSelector: {matchLabels: {app: balancer}}}]
                          http:
                            - podSelector: {matchLabels: {app: balancer}}
                            - namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: monitoring}}
                          redis: [{ipBlock: {cidr: 192.0.2.0/24}}]
                        """).only("NetworkPolicy");

        assertThat(policy.at("/spec/policyTypes").toString()).isEqualTo("[\"Ingress\",\"Egress\"]");
        assertThat(policy.at("/spec/ingress").toString())
                .isEqualTo("[{\"from\":[{\"podSelector\":{\"matchLabels\":{\"app\":\"balancer\"}}}],"
                        + "\"ports\":[{\"port\":\"line\",\"protocol\":\"TCP\"}]},"
                        + "{\"from\":[{\"podSelector\":{\"matchLabels\":{\"app\":\"balancer\"}}},"
                        + "{\"namespaceSelector\":{\"matchLabels\":{\"kubernetes.io/metadata.name\":\"monitoring\"}}}],"
                        + "\"ports\":[{\"port\":\"http\",\"protocol\":\"TCP\"}]},"
                        + "{\"from\":[{\"ipBlock\":{\"cidr\":\"192.0.2.0/24\"}}],"
                        + "\"ports\":[{\"port\":\"redis\",\"protocol\":\"TCP\"}]},"
                        + "{\"from\":[" + THE_FLEET + "],\"ports\":[{\"port\":\"http\",\"protocol\":\"TCP\"}]}]");
    }

    @Test
    void aPortForWhichNobodyIsNamedAdmitsNobody() {
        assertThat(Chart.with(SHUT_IN).only("NetworkPolicy").at("/spec/ingress"))
                .extracting(rule -> rule.at("/ports/0/port").asText()
                        + " "
                        + rule.at("/from/0/podSelector/matchLabels/app.kubernetes.io~1name")
                                .asText())
                .containsExactly("line ", "http snowkeeper");
    }

    @Test
    void nodesReachNameServersZooKeeperByThePortsOfItsAddressEachOtherAndNothingElse() {
        JsonNode policy = Chart.with(SHUT_IN, "zookeeper: {connect: 'zk-0:2181,zk-1:2281,zk-2:2181/ids:9'}")
                .only("NetworkPolicy");

        assertThat(policy.at("/spec/egress").toString())
                .isEqualTo("[{\"ports\":[{\"port\":53,\"protocol\":\"UDP\"},{\"port\":53,\"protocol\":\"TCP\"}]},"
                        + "{\"ports\":[{\"port\":2181,\"protocol\":\"TCP\"},{\"port\":2281,\"protocol\":\"TCP\"}]},"
                        + "{\"to\":[" + THE_FLEET + "],\"ports\":[{\"port\":\"http\",\"protocol\":\"TCP\"}]}]");
    }

    @Test
    void whomNodesReachMayBeNamed() {
        JsonNode policy = Chart.with(SHUT_IN, """
                        networkPolicy:
                          zookeeper: {to: [{podSelector: {matchLabels: {app: zk}}}], ports: [2281]}
                          dns: {to: [{namespaceSelector: {matchLabels: {dns: 'yes'}}}]}
                        """).only("NetworkPolicy");

        assertThat(StreamSupport.stream(policy.at("/spec/egress").spliterator(), false)
                        .map(rule ->
                                rule.at("/to/0/podSelector/matchLabels/app").asText()
                                        + rule.at("/to/0/namespaceSelector/matchLabels/dns")
                                                .asText()
                                        + " "
                                        + rule.at("/ports/0/port").asText()))
                .containsExactly("yes 53", "zk 2281", " http");
    }

    @Test
    void portsOfZooKeeperThatNobodyCanKnowAreAskedFor() {
        assertThatThrownBy(() -> Chart.with(SHUT_IN, "zookeeper: {existingSecret: zk}"))
                .hasMessageContaining("networkPolicy.zookeeper.ports: give ZooKeeper's ports");
    }

    @Test
    void whoMayReachAPortThatThereIsNotIsRefused() {
        assertThatThrownBy(() -> Chart.with(SHUT_IN, "networkPolicy: {redis: [{podSelector: {}}]}"))
                .hasMessageContaining("and there is none: set service.redisPort");
    }
}
