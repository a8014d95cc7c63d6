package io.snowkeeper.node.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;

/**
 * What is answered.
 *
 * @param body not copied
 * @param headers those that are not the same in every answer
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
record HttpAnswer(int status, String contentType, byte[] body, Map<String, String> headers) {

    static final String TEXT = "text/plain; charset=utf-8";

    HttpAnswer {
        requireNonNull(contentType);
        headers = Map.copyOf(headers);
    }

    static HttpAnswer json(int status, JsonNode body) {
        return new HttpAnswer(status, Json.CONTENT_TYPE, Json.bytes(body), Map.of());
    }

    static HttpAnswer ok(JsonNode body) {
        return json(200, body);
    }

    static HttpAnswer text(String body) {
        return new HttpAnswer(200, TEXT, body.getBytes(UTF_8), Map.of());
    }

    static HttpAnswer noContent() {
        return new HttpAnswer(204, "", new byte[0], Map.of());
    }

    HttpAnswer withHeader(String name, String value) {
        return new HttpAnswer(status, contentType, body, Map.of(name, value));
    }
}
