package io.snowkeeper.cli.deploy.chart;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** The objects that a chart was made into. */
record Rendered(List<JsonNode> objects) {

    private static final String COMPONENT = "/metadata/labels/app.kubernetes.io~1component";

    List<String> kinds() {
        return objects.stream().map(Rendered::kind).sorted().toList();
    }

    /** Returns the one object of a kind. */
    JsonNode only(String kind) {
        List<JsonNode> found =
                objects.stream().filter(object -> kind(object).equals(kind)).toList();
        if (found.size() != 1) {
            throw new AssertionError("not one %s: %s".formatted(kind, kinds()));
        }
        return found.get(0);
    }

    JsonNode service() {
        return service("balanced");
    }

    JsonNode headlessService() {
        return service("headless");
    }

    private JsonNode service(String component) {
        return objects.stream()
                .filter(object -> kind(object).equals("Service")
                        && object.at(COMPONENT).asText().equals(component))
                .findAny()
                .orElseThrow(() -> new AssertionError("no %s service: %s".formatted(component, kinds())));
    }

    JsonNode workload() {
        return objects.stream()
                .filter(object -> List.of("Deployment", "StatefulSet").contains(kind(object)))
                .findAny()
                .orElseThrow();
    }

    JsonNode pod() {
        return workload().at("/spec/template/spec");
    }

    JsonNode container() {
        return pod().at("/containers/0");
    }

    JsonNode variable(String name) {
        for (JsonNode variable : container().path("env")) {
            if (variable.path("name").asText().equals(name)) {
                return variable;
            }
        }
        throw new AssertionError("no variable " + name);
    }

    private static String kind(JsonNode object) {
        return object.path("kind").asText();
    }
}
