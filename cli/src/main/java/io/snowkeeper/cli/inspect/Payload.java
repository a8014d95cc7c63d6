package io.snowkeeper.cli.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * The payload of a znode as it is shown: JSON as such, other text as it is, anything else as hexadecimal digits; of a large one the
 * beginning.
 *
 * @param form how it is shown
 * @param json what it is, if it is JSON
 * @param text as it is shown to people
 */
record Payload(Form form, Optional<JsonNode> json, String text) {

    /** ZooKeeper takes a mebibyte. */
    static final int MAX_SHOWN = 64 << 10;

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    /** The forms in which a payload is shown. */
    enum Form {
        JSON,
        TEXT,
        HEX
    }

    static Payload of(byte[] bytes) {
        Optional<JsonNode> json = json(bytes);
        if (json.isPresent()) {
            return new Payload(
                    Form.JSON, json, json.get().isEmpty() ? json.get().toString() : pretty(json.get()));
        }
        return text(bytes)
                .map(text -> new Payload(Form.TEXT, Optional.empty(), text))
                .orElseGet(() ->
                        new Payload(Form.HEX, Optional.empty(), HexFormat.of().formatHex(bytes)));
    }

    /** Returns the lines to print, none if there is nothing in it. */
    List<String> lines() {
        if (text.length() <= MAX_SHOWN) {
            return text.lines().toList();
        }
        String shown = text.substring(0, MAX_SHOWN)
                + "\n... and %s more signs; --json has all of them".formatted(text.length() - MAX_SHOWN);
        return shown.lines().toList();
    }

    /** Adds it whole to an object, under the name of its form. */
    void addTo(ObjectNode body) {
        switch (form) {
            case JSON -> body.set("json", json.orElseThrow());
            case TEXT -> body.put("text", text);
            case HEX -> body.put("hex", text);
        }
    }

    private static Optional<JsonNode> json(byte[] bytes) {
        try {
            JsonNode read = MAPPER.readTree(bytes);
            return Optional.ofNullable(read).filter(JsonNode::isContainerNode);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static String pretty(JsonNode json) {
        try {
            return MAPPER.writeValueAsString(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("it was read a moment ago", e);
        }
    }

    private static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }
}
