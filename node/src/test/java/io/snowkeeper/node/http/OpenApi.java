package io.snowkeeper.node.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The description that a node serves, and its requirements for an answer. Thread-safe. */
final class OpenApi {

    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(VersionFlag.V202012);

    private final JsonNode document;
    private final Set<String> checked = ConcurrentHashMap.newKeySet();

    OpenApi(JsonNode document) {
        this.document = document;
    }

    JsonNode document() {
        return document;
    }

    /** Returns a node, or the target of its reference. */
    JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    /** Returns every operation and status that is described: {@code POST /v1/ids 200}. */
    List<String> described() {
        List<String> all = new ArrayList<>();
        document.get("paths")
                .fields()
                .forEachRemaining(path -> path.getValue()
                        .fields()
                        .forEachRemaining(operation -> operation
                                .getValue()
                                .get("responses")
                                .fieldNames()
                                .forEachRemaining(status -> all.add(
                                        operation.getKey().toUpperCase() + " " + path.getKey() + " " + status))));
        return all;
    }

    /** Returns those of {@link #described} whose answers were checked. */
    Set<String> checked() {
        return checked;
    }

    /** Requires that an answer matches its description. */
    HttpResponse<String> check(String method, String template, HttpResponse<String> response) {
        String key = method + " " + template + " " + response.statusCode();
        JsonNode described = resolved(document.at("/paths")
                .path(template)
                .path(method.toLowerCase())
                .path("responses")
                .path(Integer.toString(response.statusCode())));
        assertThat(described.isMissingNode())
                .as("described: %s: %s", key, response.body())
                .isFalse();
        described.path("headers").fields().forEachRemaining(header -> {
            if (header.getValue().path("required").asBoolean(true)) {
                assertThat(response.headers().firstValue(header.getKey()))
                        .as("%s of %s", header.getKey(), key)
                        .isPresent();
            }
        });
        checked.add(key);
        if (described.has("content")) {
            checkBody(key, described.get("content"), response);
        } else {
            assertThat(response.body()).as(key).isEmpty();
        }
        return response;
    }

    private void checkBody(String key, JsonNode content, HttpResponse<String> response) {
        String type =
                response.headers().firstValue("content-type").orElseThrow().split(";", 2)[0];
        JsonNode media = content.path(type);
        assertThat(media.isMissingNode()).as("%s as %s is described", key, type).isFalse();
        // A line of NDJSON is JSON, and not the whole.
        if (type.endsWith("/json") || type.endsWith("+json")) {
            assertThat(schema(media.get("schema")).validate(HttpNode.json(response)))
                    .as("%s: %s", key, response.body())
                    .isEmpty();
        }
    }

    /** A schema's references are in the document beside it. */
    private JsonSchema schema(JsonNode schema) {
        ObjectNode root = schema.deepCopy();
        root.set("components", document.get("components"));
        return SCHEMAS.getSchema(root);
    }

    /** Returns every reference in the document. */
    List<String> references() {
        return document.findValuesAsText("$ref");
    }

    Map<String, String> operationIds() {
        Map<String, String> ids = new TreeMap<>();
        document.get("paths")
                .fields()
                .forEachRemaining(path -> path.getValue()
                        .fields()
                        .forEachRemaining(operation -> ids.merge(
                                operation.getValue().get("operationId").asText(),
                                operation.getKey() + " " + path.getKey(),
                                (one, other) -> one + " and " + other)));
        return ids;
    }
}
