package io.snowkeeper.node.line;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** The view of an independent parser on requests and answers. */
final class ReferenceParser {

    private static final JsonMapper ANSWERS = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final JsonMapper REQUESTS = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private ReferenceParser() {}

    /** @throws IOException if it is no JSON, or more than one, or has a name twice */
    static JsonNode bodyOf(String answer) throws IOException {
        return ANSWERS.readTree(answer).path("body");
    }

    /** Returns the msg_id of a request, null if there is none that is a whole number. */
    static Long msgIdOf(byte[] line) throws IOException {
        try {
            String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
            JsonNode msgId = REQUESTS.readTree(text).path("body").path("msg_id");
            return msgId.isIntegralNumber() && msgId.canConvertToLong() ? msgId.longValue() : null;
        } catch (CharacterCodingException | JsonProcessingException e) {
            return null;
        }
    }
}
