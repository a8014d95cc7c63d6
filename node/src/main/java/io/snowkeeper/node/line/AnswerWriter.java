package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.node.service.Answer;
import io.snowkeeper.node.service.AnswerFields;
import io.snowkeeper.node.service.IdFormat;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes an answer's line: the envelope, then in the body the type, the answer's own fields, {@code in_reply_to} and
 * {@code msg_id}, with a space after each colon and comma. The only place that knows this layout.
 */
final class AnswerWriter implements AnswerFields {

    private final ByteBuf out;

    private AnswerWriter(ByteBuf out) {
        this.out = out;
    }

    /**
     * Appends the line with its end.
     *
     * @param src the node's name, null if it has none yet
     * @param dest who asked, null if it is not known
     * @param inReplyTo the client's number of the request, null if it is not known
     * @param msgId our number of the answer
     */
    static void write(
            ByteBuf out,
            @Nullable String src,
            @Nullable String dest,
            Answer answer,
            @Nullable Long inReplyTo,
            long msgId) {
        JsonWriter.raw(out, "{\"src\": ");
        stringOrNull(out, src);
        JsonWriter.raw(out, ", \"dest\": ");
        stringOrNull(out, dest);
        JsonWriter.raw(out, ", \"body\": {\"type\": \"");
        JsonWriter.raw(out, answer.type());
        out.writeByte('"');
        answer.writeTo(new AnswerWriter(out));
        JsonWriter.raw(out, ", \"in_reply_to\": ");
        if (inReplyTo == null) {
            JsonWriter.raw(out, "null");
        } else {
            JsonWriter.number(out, inReplyTo);
        }
        JsonWriter.raw(out, ", \"msg_id\": ");
        JsonWriter.number(out, msgId);
        JsonWriter.raw(out, "}}\n");
    }

    @Override
    public void number(String key, long value) {
        key(key);
        JsonWriter.number(out, value);
    }

    @Override
    public void number(String key, OptionalLong value) {
        if (value.isPresent()) {
            number(key, value.getAsLong());
        } else {
            absent(key);
        }
    }

    @Override
    public void text(String key, String value) {
        key(key);
        JsonWriter.string(out, value);
    }

    @Override
    public void text(String key, Optional<String> value) {
        key(key);
        stringOrNull(out, value.orElse(null));
    }

    @Override
    public void flag(String key, boolean value) {
        key(key);
        JsonWriter.raw(out, value ? "true" : "false");
    }

    @Override
    public void id(String key, long id, IdFormat format) {
        key(key);
        id(id, format);
    }

    @Override
    public void ids(String key, long[] ids, IdFormat format) {
        key(key);
        out.writeByte('[');
        for (int i = 0; i < ids.length; i++) {
            if (i > 0) {
                JsonWriter.raw(out, ", ");
            }
            id(ids[i], format);
        }
        out.writeByte(']');
    }

    private void id(long id, IdFormat format) {
        if (format == IdFormat.NUMBER) {
            JsonWriter.number(out, id);
            return;
        }
        out.writeByte('"');
        JsonWriter.number(out, id);
        out.writeByte('"');
    }

    private void absent(String key) {
        key(key);
        JsonWriter.raw(out, "null");
    }

    private void key(String key) {
        JsonWriter.raw(out, ", \"");
        JsonWriter.raw(out, key);
        JsonWriter.raw(out, "\": ");
    }

    private static void stringOrNull(ByteBuf out, @Nullable String value) {
        if (value == null) {
            JsonWriter.raw(out, "null");
        } else {
            JsonWriter.string(out, value);
        }
    }
}
