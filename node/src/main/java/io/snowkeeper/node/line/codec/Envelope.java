package io.snowkeeper.node.line.codec;

import com.fasterxml.jackson.core.JsonToken;
import io.snowkeeper.node.service.message.RequestKey;
import org.jspecify.annotations.Nullable;

/**
 * A line that is a JSON object. Says who asked and by which number as far as that can be told, so that a request that is
 * wrong elsewhere still gets an answer that its client recognises.
 *
 * @param source the value of {@code src}, null if there is none
 * @param bodyValue the value of {@code body}, null if there is none
 * @param body what is in the body, null if it is no object
 */
public record Envelope(
        @Nullable JsonValue source,
        @Nullable JsonValue bodyValue,
        @Nullable RequestBody body) {

    /** A line of which nothing can be told. */
    public static final Envelope UNREADABLE = new Envelope(null, null, null);

    static final JsonValue OBJECT = new JsonValue(JsonToken.START_OBJECT, "{...}");

    /** Returns who asked, null if it is not said. */
    @Nullable
    public String src() {
        return source != null && source.isString() ? source.text() : null;
    }

    /** Returns the client's number of the request, null if it is not said. */
    @Nullable
    public Long msgId() {
        JsonValue value = msgIdValue();
        return value == null || value.asInteger().isEmpty()
                ? null
                : Long.valueOf(value.asInteger().getAsLong());
    }

    @Nullable
    JsonValue msgIdValue() {
        return body == null ? null : body.value(RequestKey.MSG_ID);
    }

    public boolean isOfType(String type) {
        JsonValue value = body == null ? null : body.value(RequestKey.TYPE);
        return value != null && value.isString(type);
    }
}
