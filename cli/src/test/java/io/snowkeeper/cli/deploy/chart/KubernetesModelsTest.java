package io.snowkeeper.cli.deploy.chart;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

/** Errors in an object are found, wherever they are: without this, the check of all variants would prove little. */
class KubernetesModelsTest {

    private final Rendered rendered = Chart.with("serviceMonitor: {enabled: true}");
    private final JsonNode deployment = rendered.only("Deployment");

    @Test
    void anObjectThatIsRightIsTaken() {
        assertThatCode(() -> KubernetesModels.check(deployment)).doesNotThrowAnyException();
    }

    @Test
    void aFieldThatKubernetesDoesNotKnowIsFound() {
        at(deployment, "/spec/template/spec/containers/0/readinessProbe/httpGet")
                .put("adress", "x");

        assertThatThrownBy(() -> KubernetesModels.check(deployment))
                .hasMessageContaining("`adress`")
                .hasMessageContaining("V1HTTPGetAction");
    }

    @Test
    void aFieldThatIsMissingIsFound() {
        at(deployment, "/spec/template/spec/containers/0").remove("name");

        assertThatThrownBy(() -> KubernetesModels.check(deployment))
                .hasMessageContaining("required field `name` is not found");
    }

    @Test
    void aTextInPlaceOfANumberIsFound() {
        at(deployment, "/spec").put("replicas", "3");

        assertThatThrownBy(() -> KubernetesModels.check(deployment)).hasMessageContaining("\"replicas\":\"3\"");
    }

    @Test
    void aNumberInPlaceOfATextIsFound() {
        at(deployment, "/spec/template/metadata/labels").put("team", 5);

        assertThatThrownBy(() -> KubernetesModels.check(deployment)).hasMessageContaining("\"team\":5");
    }

    @Test
    void aValueThatIsNoneIsFound() {
        at(deployment, "/spec/template/spec").putNull("priorityClassName");

        assertThatThrownBy(() -> KubernetesModels.check(deployment)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aFieldThatAMonitorDoesNotKnowIsFound() {
        JsonNode monitor = rendered.only("ServiceMonitor");
        at(monitor, "/spec/endpoints/0").put("intervall", "15s");

        assertThatThrownBy(() -> KubernetesModels.check(monitor)).hasMessageContaining("intervall");
    }

    @Test
    void aKindOfAnotherVersionIsFound() {
        at(deployment, "").put("apiVersion", "extensions/v1beta1");

        assertThatThrownBy(() -> KubernetesModels.check(deployment))
                .hasMessage("no such kind: extensions/v1beta1 Deployment");
    }

    private static ObjectNode at(JsonNode object, String place) {
        return (ObjectNode) object.at(place);
    }
}
