package io.snowkeeper.node.http.routing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** JSON as the API speaks it. */
public final class Json {

    public static final String CONTENT_TYPE = "application/json";

    private static final int MAX_DEPTH = 100;
    private static final int MAX_NUMBER_LENGTH = 100;

    /** Keys come from clients: in a table of them, those that are made to have one hash would cost ever more. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNumberLength(MAX_NUMBER_LENGTH)
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            // The client knows its input; the message need not repeat it.
            .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
            .build();

    private static final ObjectMapper MAPPER = JsonMapper.builder(FACTORY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    static byte[] bytes(JsonNode value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws ProblemException if the body is not one JSON object */
    static ObjectNode read(byte[] body) {
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
            if (MAPPER.readTree(text) instanceof ObjectNode object) {
                return object;
            }
        } catch (StreamConstraintsException e) {
            throw ProblemException.malformed(
                    "body must not nest deeper than %s levels, nor have numbers of more than %s characters"
                            .formatted(MAX_DEPTH, MAX_NUMBER_LENGTH));
        } catch (JsonProcessingException e) {
            throw ProblemException.malformed("body must be a JSON object: " + e.getOriginalMessage());
        } catch (CharacterCodingException e) {
            throw ProblemException.malformed("body must be a JSON object in UTF-8");
        }
        throw ProblemException.malformed("body must be a JSON object");
    }
}
