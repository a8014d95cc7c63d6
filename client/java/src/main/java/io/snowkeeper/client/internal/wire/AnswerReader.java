package io.snowkeeper.client.internal.wire;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A reader of the line of an answer: {@code {"src", "dest", "body"}}, each once. Used for one line. */
public final class AnswerReader {

    private final JsonReader json;
    private final Map<String, Object> envelope = new HashMap<>();
    private @Nullable Map<String, Object> body;

    private AnswerReader(byte[] line) {
        json = new JsonReader(line);
    }

    /**
     * Reads an answer.
     *
     * @throws InvalidAnswerException if it is none
     */
    public static Answer read(byte[] line) {
        return new AnswerReader(line).read();
    }

    private Answer read() {
        json.object(this::member);
        json.end();
        if (body == null) {
            throw new InvalidAnswerException("it has no body");
        }
        Optional<String> dest = optional(envelope.get("dest"), String.class, "dest");
        Optional<Long> inReplyTo = optional(body.remove("in_reply_to"), Long.class, "in_reply_to");
        String type = optional(body.remove("type"), String.class, "type")
                .orElseThrow(() -> new InvalidAnswerException("it has no type"));
        OptionalLong number = inReplyTo.isPresent() ? OptionalLong.of(inReplyTo.get()) : OptionalLong.empty();
        return new Answer(dest, type, number, body);
    }

    private void member(String key) {
        if (key.equals("body")) {
            if (body != null) {
                throw repeated(key);
            }
            Map<String, Object> members = new HashMap<>();
            json.object(inner -> put(members, inner, json.value()));
            body = members;
        } else {
            put(envelope, key, json.value());
        }
    }

    private static void put(Map<String, Object> members, String key, Object value) {
        if (members.put(key, value) != null) {
            throw repeated(key);
        }
    }

    private static <T> Optional<T> optional(@Nullable Object value, Class<T> kind, String key) {
        if (value == null || value == JsonReader.NULL) {
            return Optional.empty();
        }
        if (!kind.isInstance(value)) {
            throw new InvalidAnswerException("%s must be a %s".formatted(key, kind.getSimpleName()));
        }
        return Optional.of(kind.cast(value));
    }

    private static InvalidAnswerException repeated(String key) {
        return new InvalidAnswerException(
                "%s comes twice".formatted(key.length() <= 40 ? key : key.substring(0, 40) + "..."));
    }
}
