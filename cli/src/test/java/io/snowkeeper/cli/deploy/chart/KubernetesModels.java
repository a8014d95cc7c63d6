package io.snowkeeper.cli.deploy.chart;

import static java.util.Map.entry;

import com.coreos.monitoring.models.V1PrometheusRule;
import com.coreos.monitoring.models.V1ServiceMonitor;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Secret;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V1StatefulSet;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.util.Map;

/**
 * The opinion of Kubernetes on an object, by the models of its own client, which are made from its OpenAPI description:
 * no field that it does not know, none missing that it requires, and each of its type. For the last, the object is read
 * into its model and written again, which has to give the same: a text is no number then, and a null is no value. The
 * models of ServiceMonitor come from its definition and require nothing, so only unknown fields are found.
 */
final class KubernetesModels {

    private static final Map<String, Model> MODELS = Map.ofEntries(
            entry("apps/v1 Deployment", new Model(V1Deployment.class, V1Deployment::validateJsonElement)),
            entry("apps/v1 StatefulSet", new Model(V1StatefulSet.class, V1StatefulSet::validateJsonElement)),
            entry(
                    "autoscaling/v2 HorizontalPodAutoscaler",
                    new Model(V2HorizontalPodAutoscaler.class, V2HorizontalPodAutoscaler::validateJsonElement)),
            // The client has no model of it.
            entry("gateway.networking.k8s.io/v1alpha2 TCPRoute", new Model(JsonObject.class, object -> {})),
            entry("monitoring.coreos.com/v1 PrometheusRule", new Model(V1PrometheusRule.class, object -> {})),
            entry("monitoring.coreos.com/v1 ServiceMonitor", new Model(V1ServiceMonitor.class, object -> {})),
            entry("networking.k8s.io/v1 Ingress", new Model(V1Ingress.class, V1Ingress::validateJsonElement)),
            entry(
                    "networking.k8s.io/v1 NetworkPolicy",
                    new Model(V1NetworkPolicy.class, V1NetworkPolicy::validateJsonElement)),
            entry(
                    "policy/v1 PodDisruptionBudget",
                    new Model(V1PodDisruptionBudget.class, V1PodDisruptionBudget::validateJsonElement)),
            entry("v1 ConfigMap", new Model(V1ConfigMap.class, V1ConfigMap::validateJsonElement)),
            entry("v1 Secret", new Model(V1Secret.class, V1Secret::validateJsonElement)),
            entry("v1 Service", new Model(V1Service.class, V1Service::validateJsonElement)),
            entry("v1 ServiceAccount", new Model(V1ServiceAccount.class, V1ServiceAccount::validateJsonElement)));

    private KubernetesModels() {}

    /** @throws IllegalArgumentException if Kubernetes would not take the object, or might not read it as it is meant */
    static void check(JsonNode object) {
        String kind =
                object.path("apiVersion").asText() + " " + object.path("kind").asText();
        Model model = MODELS.get(kind);
        if (model == null) {
            throw new IllegalArgumentException("no such kind: " + kind);
        }
        JsonElement given = JsonParser.parseString(object.toString());
        try {
            model.rule().check(given);
            JsonElement read = JSON.getGson().toJsonTree(JSON.getGson().fromJson(given, model.type()));
            if (!withoutEmpty(read).equals(withoutEmpty(given))) {
                throw new IllegalArgumentException(
                        "is read as something else:\n%s\n%s".formatted(withoutEmpty(given), withoutEmpty(read)));
            }
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException(kind + ": " + e.getMessage(), e);
        }
    }

    /** The models write lists and maps that were not set. */
    private static JsonElement withoutEmpty(JsonElement element) {
        if (element.isJsonObject()) {
            JsonObject kept = new JsonObject();
            element.getAsJsonObject().asMap().forEach((name, value) -> {
                JsonElement inner = withoutEmpty(value);
                if (!isEmpty(inner)) {
                    kept.add(name, inner);
                }
            });
            return kept;
        }
        if (element.isJsonArray()) {
            JsonArray kept = new JsonArray();
            element.getAsJsonArray().forEach(value -> kept.add(withoutEmpty(value)));
            return kept;
        }
        return element;
    }

    private static boolean isEmpty(JsonElement element) {
        return (element.isJsonObject() && element.getAsJsonObject().isEmpty())
                || (element.isJsonArray() && element.getAsJsonArray().isEmpty());
    }

    private record Model(Class<?> type, Rule rule) {}

    private interface Rule {

        void check(JsonElement object) throws IOException;
    }
}
