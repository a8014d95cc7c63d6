package io.snowkeeper.cli.deploy.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values without an effect, or with another one than they say, are refused before anything is installed. */
class ChartSchemaTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {replicas: 3}                                                             | additional properties 'replicas' not allowed
                    {replicaCount: 0}                                                         | at '/replicaCount'
                    {replicaCount: '3'}                                                       | at '/replicaCount'
                    {replicaCount: 1025}                                                      | at '/replicaCount'
                    {fullnameOverride: Ids}                                                   | at '/fullnameOverride'
                    {image: {repository: ''}}                                                 | at '/image/repository'
                    {image: {digest: 'sha256:12'}}                                            | at '/image/digest'
                    {image: {pullPolicy: Sometimes}}                                          | at '/image/pullPolicy'
                    {imagePullSecrets: [ours]}                                                | at '/imagePullSecrets/0'
                    {zookeeper: {connect: ''}}                                                | at '/zookeeper'
                    {zookeeper: {connect: zk}}                                                | at '/zookeeper/connect'
                    {zookeeper: {login: {secret: ours}}}                                      | additional properties 'secret' not allowed
                    {tls: {secretName: ours}}                                                 | additional properties 'secretName' not allowed
                    {adminToken: {existingSecret: ours, key: ''}}                             | at '/adminToken/key'
                    {options: {port: 7}}                                                      | invalid propertyName 'port'
                    {options: {redis-port: 7}}                                                | invalid propertyName 'redis-port'
                    {options: {--window: 60s}}                                                | invalid propertyName '--window'
                    {options: {window: [60s]}}                                                | at '/options/window'
                    {options: {drain-delay: 5}}                                               | at '/options/drain-delay'
                    {extraEnv: [{name: SNOWKEEPER_PORT, value: '1'}]}                         | at '/extraEnv/0/name'
                    {extraEnv: [{name: TZ, value: 1}]}                                        | at '/extraEnv/0/value'
                    {extraArgs: --log-format=json}                                            | at '/extraArgs'
                    {extraVolumes: [{emptyDir: {}}]}                                          | at '/extraVolumes/0'
                    {extraVolumeMounts: [{name: a, mountPath: etc}]}                          | at '/extraVolumeMounts/0/mountPath'
                    {terminationGracePeriodSeconds: -1}                                       | at '/terminationGracePeriodSeconds'
                    {rollout: {maxSurge: 0}}                                                  | at '/rollout/maxSurge'
                    {rollout: {maxUnavailable: 1}}                                            | additional properties 'maxUnavailable' not allowed
                    {statefulSet: {size: big}}                                                | at '/statefulSet/size'
                    {statefulSet: {accessModes: [ReadWriteMany]}}                             | at '/statefulSet/accessModes/0'
                    {autoscaling: {enabled: 'yes'}}                                           | at '/autoscaling/enabled'
                    {autoscaling: {maxReplicas: 2000}}                                        | at '/autoscaling/maxReplicas'
                    {autoscaling: {behavior: {scaleOut: {}}}}                                 | additional properties 'scaleOut' not allowed
                    {service: {type: ExternalName}}                                           | at '/service/type'
                    {service: {linePort: 0}}                                                  | at '/service/linePort'
                    {service: {annotations: {a: true}}}                                       | at '/service/annotations/a'
                    {service: {externalTrafficPolicy: Local}}                                 | at '/service/type'
                    {service: {type: NodePort, loadBalancerSourceRanges: [192.0.2.0/24]}}     | at '/service/type'
                    {headlessService: false}                                                  | at '/headlessService'
                    {podDisruptionBudget: {minAvailable: 1}}                                  | additional properties 'minAvailable' not allowed
                    {topologySpreadConstraints: [{topologyKey: zone}]}                        | at '/topologySpreadConstraints/0'
                    {topologySpread: []}                                                      | additional properties 'topologySpread' not allowed
                    {networkPolicy: {enabled: true}}                                          | at '/networkPolicy'
                    {networkPolicy: {line: [{}]}}                                             | at '/networkPolicy/line/0'
                    {networkPolicy: {line: [{app: shop}]}}                                    | additional properties 'app' not allowed
                    {networkPolicy: {zookeeper: {ports: [zk]}}}                               | at '/networkPolicy/zookeeper/ports/0'
                    {serviceMonitor: {interval: often}}                                       | at '/serviceMonitor/interval'
                    {livenessProbe: {httpGet: {path: /}}}                                     | additional properties 'httpGet' not allowed
                    {readinessProbe: {periodSeconds: 0}}                                      | at '/readinessProbe/periodSeconds'
                    {resources: {memory: 1Gi}}                                                | additional properties 'memory' not allowed
                    {securityContext: none}                                                   | at '/securityContext'
                    {serviceAccount: {name: ours}}                                            | additional properties 'name' not allowed
                    {podLabels: {team: 5}}                                                    | at '/podLabels/team'
                    {tolerations: {key: ids}}                                                 | at '/tolerations'
                    {priorityClassName: 5}                                                    | at '/priorityClassName'
                    """)
    void whatIsWrongIsRefused(String values, String message) {
        assertThatThrownBy(() -> Chart.with(values)).hasMessageContaining(message);
    }

    /** So that a misspelt value is reported, however deep it is. */
    @Test
    void everyGroupOfValuesIsClosed() throws IOException {
        JsonNode schema =
                Chart.YAML.readTree(Chart.FOLDER.resolve("values.schema.json").toFile());

        assertClosed("", Chart.defaults(), schema);
    }

    private static void assertClosed(String path, JsonNode values, JsonNode schema) {
        assertThat(schema.path("additionalProperties").asText()).as(path).isEqualTo("false");
        for (Map.Entry<String, JsonNode> value : values.properties()) {
            JsonNode inner = schema.path("properties").path(value.getKey());
            assertThat(inner.isMissingNode()).as(path + "." + value.getKey()).isFalse();
            boolean ours = !value.getKey().matches(".*[sS]ecurityContext|resources|.*Probe");
            if (ours && value.getValue().isObject() && !value.getValue().isEmpty()) {
                assertClosed(path + "." + value.getKey(), value.getValue(), inner);
            }
        }
    }
}
