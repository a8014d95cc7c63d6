package io.snowkeeper.cli.deploy.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many nodes there are, how they are replaced, and the state that they keep meanwhile. */
class ChartScalingTest {

    private static final String STATEFUL = "statefulSet: {enabled: true}";

    @ParameterizedTest
    @CsvSource({"false, Deployment", "true, StatefulSet"})
    void anAutoscalersNumberIsNotSetBack(boolean stateful, String kind) {
        String workload = "statefulSet: {enabled: %s}".formatted(stateful);
        Rendered scaled = Chart.with(workload, "autoscaling: {enabled: true, minReplicas: 2, maxReplicas: 9}");
        JsonNode autoscaler = scaled.only("HorizontalPodAutoscaler");

        assertThat(Chart.with(workload).workload().at("/spec/replicas").asInt()).isEqualTo(3);
        assertThat(scaled.only(kind).at("/spec").has("replicas")).isFalse();
        assertThat(autoscaler.at("/spec/scaleTargetRef").toString())
                .isEqualTo("{\"apiVersion\":\"apps/v1\",\"kind\":\"%s\",\"name\":\"ids-snowkeeper\"}".formatted(kind));
        assertThat(autoscaler.at("/spec/minReplicas").asInt()).isEqualTo(2);
        assertThat(autoscaler.at("/spec/maxReplicas").asInt()).isEqualTo(9);
    }

    @Test
    void anAutoscalerWhoseMostIsLessThanItsLeastIsRefused() {
        assertThatThrownBy(() -> Chart.with("autoscaling: {enabled: true, minReplicas: 4, maxReplicas: 3}"))
                .hasMessageContaining("autoscaling.maxReplicas: 3 is less than minReplicas, 4");
    }

    @Test
    void aNodeOfADeploymentLeavesWhenItsSuccessorIsReady() {
        assertThat(Chart.with()
                        .only("Deployment")
                        .at("/spec/strategy/rollingUpdate")
                        .toString())
                .isEqualTo("{\"maxSurge\":1,\"maxUnavailable\":0}");
    }

    @Test
    void theStateOfANodeOfADeploymentLivesAsLongAsItsPod() {
        assertThat(Chart.with().pod().at("/volumes/0").toString())
                .isEqualTo("{\"name\":\"state\",\"emptyDir\":{\"sizeLimit\":\"64Mi\"}}");
    }

    @Test
    void theStateOfANodeOfAStatefulSetLiesOnAVolumeOfItsOwn() {
        JsonNode set = Chart.with(STATEFUL).only("StatefulSet");
        JsonNode claim = set.at("/spec/volumeClaimTemplates/0");

        assertThat(claim.at("/metadata/name").asText()).isEqualTo("state");
        assertThat(claim.path("spec").toString())
                .isEqualTo("{\"accessModes\":[\"ReadWriteOnce\"],\"resources\":{\"requests\":{\"storage\":\"1Gi\"}}}");
        assertThat(set.at("/spec/template/spec/volumes").findValuesAsText("name"))
                .doesNotContain("state");
        assertThat(set.at("/spec/template/spec/containers/0/volumeMounts/0").toString())
                .isEqualTo("{\"name\":\"state\",\"mountPath\":\"/var/lib/snowkeeper\"}");
        assertThat(set.at("/spec/persistentVolumeClaimRetentionPolicy").toString())
                .isEqualTo("{\"whenDeleted\":\"Delete\",\"whenScaled\":\"Delete\"}");
    }

    @Test
    void nodesOfAStatefulSetAreFoundByNameAndStartAllAtOnce() {
        Rendered rendered = Chart.with(STATEFUL, "headlessService: {enabled: false}");

        assertThat(rendered.workload().at("/spec/serviceName").asText())
                .isEqualTo(rendered.headlessService().at("/metadata/name").asText());
        assertThat(rendered.workload().at("/spec/podManagementPolicy").asText()).isEqualTo("Parallel");
    }

    @Test
    void podsAreTheSameInBothButForTheirState() {
        JsonNode deployed = Chart.with().workload().at("/spec/template");
        JsonNode stateful = Chart.with(STATEFUL).workload().at("/spec/template");

        assertThat(stateful.at("/spec/containers")).isEqualTo(deployed.at("/spec/containers"));
        assertThat(stateful.path("metadata")).isEqualTo(deployed.path("metadata"));
    }

    @Test
    void oneNodeAtATimeMayBeTakenAwayAndOneThatIsNotReadyAtAnyTime() {
        JsonNode budget = Chart.with().only("PodDisruptionBudget");

        assertThat(budget.at("/spec/maxUnavailable").asInt()).isEqualTo(1);
        assertThat(budget.at("/spec/unhealthyPodEvictionPolicy").asText()).isEqualTo("AlwaysAllow");
    }
}
