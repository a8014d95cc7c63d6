package io.snowkeeper.node.line;

import io.netty.buffer.ByteBuf;
import io.snowkeeper.node.service.Answer;
import io.snowkeeper.node.service.AnswerFields;
import io.snowkeeper.node.service.IdFormat;
import io.snowkeeper.node.service.IdRuns;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes an answer's line: the envelope, then in the body the type, the answer's own fields, {@code in_reply_to} and
 * {@code msg_id}, with a space after each colon and comma. The only place that knows this layout.
 */
final class AnswerWriter implements AnswerFields {

    /** Answers with more ids than this are written piece by piece. */
    private static final int MAX_IDS_AT_ONCE = 1000;

    private final ByteBuf out;
    private @Nullable IdList longList;
    private int longListAt;

    private AnswerWriter(ByteBuf out) {
        this.out = out;
    }

    /**
     * Appends the line with its end, or the beginning of a long one.
     *
     * @param src the node's name, null if it has none yet
     * @param dest who asked, null if it is not known
     * @param inReplyTo the client's number of the request, null if it is not known
     * @param msgId our number of the answer
     * @return what is still to be appended before anything else; null if the line is whole
     */
    static @Nullable LongAnswer write(
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
        AnswerWriter fields = new AnswerWriter(out);
        answer.writeTo(fields);
        JsonWriter.raw(out, ", \"in_reply_to\": ");
        if (inReplyTo == null) {
            JsonWriter.raw(out, "null");
        } else {
            JsonWriter.number(out, inReplyTo);
        }
        JsonWriter.raw(out, ", \"msg_id\": ");
        JsonWriter.number(out, msgId);
        JsonWriter.raw(out, "}}\n");
        return fields.longAnswer();
    }

    /** Takes what follows a long list away again, to be written after it. */
    private @Nullable LongAnswer longAnswer() {
        if (longList == null) {
            return null;
        }
        byte[] end = new byte[out.writerIndex() - longListAt];
        out.getBytes(longListAt, end);
        out.writerIndex(longListAt);
        return new LongAnswer(longList, end);
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
    public void texts(String key, List<String> values) {
        key(key);
        out.writeByte('[');
        for (int i = 0; i < values.size(); i++) {
            if (i > 0) {
                JsonWriter.raw(out, ", ");
            }
            JsonWriter.string(out, values.get(i));
        }
        out.writeByte(']');
    }

    @Override
    public void flag(String key, boolean value) {
        key(key);
        JsonWriter.raw(out, value ? "true" : "false");
    }

    @Override
    public void id(String key, long id, IdFormat format) {
        key(key);
        JsonWriter.id(out, id, format);
    }

    @Override
    public void ids(String key, long[] ids, IdFormat format) {
        key(key);
        out.writeByte('[');
        for (int i = 0; i < ids.length; i++) {
            if (i > 0) {
                JsonWriter.raw(out, ", ");
            }
            JsonWriter.id(out, ids[i], format);
        }
        out.writeByte(']');
    }

    @Override
    public void ids(String key, IdRuns ids, IdFormat format) {
        key(key);
        out.writeByte('[');
        IdList list = new IdList(ids, format);
        if (ids.size() <= MAX_IDS_AT_ONCE) {
            list.write(out, MAX_IDS_AT_ONCE);
        } else {
            longList = list;
            longListAt = out.writerIndex();
        }
        out.writeByte(']');
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
