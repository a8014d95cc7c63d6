package io.snowkeeper.node.line.codec;

import io.snowkeeper.node.service.message.FieldValue;
import io.snowkeeper.node.service.message.RequestFields;
import io.snowkeeper.node.service.message.RequestKey;
import org.jspecify.annotations.Nullable;

/**
 * A line that is a JSON object. Has the requester and its number as far as they are readable, so that an otherwise
 * wrong request still gets an answer that its client recognises.
 *
 * @param source the value of {@code src}, null if there is none
 * @param bodyValue the value of {@code body}, null if there is none
 * @param body the body's fields, null if it is not an object
 */
public record Envelope(
        @Nullable FieldValue source,
        @Nullable FieldValue bodyValue,
        @Nullable RequestFields body) {

    /** A line without any readable part. */
    public static final Envelope UNREADABLE = new Envelope(null, null, null);

    /** Returns the requester, null if it is missing. */
    @Nullable
    public String src() {
        return source != null && source.isText() ? source.text() : null;
    }

    /** Returns the client's number of the request, null if it is not said. */
    @Nullable
    public Long msgId() {
        FieldValue value = msgIdValue();
        return value == null || value.asInteger().isEmpty()
                ? null
                : Long.valueOf(value.asInteger().getAsLong());
    }

    @Nullable
    FieldValue msgIdValue() {
        return body == null ? null : body.value(RequestKey.MSG_ID);
    }

    public boolean isOfType(String type) {
        return body != null && body.isText(RequestKey.TYPE, type);
    }
}
