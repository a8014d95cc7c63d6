package io.snowkeeper.node.line.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.snowkeeper.core.sequence.FieldWriter;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.text.SortableIdFormat;
import io.snowkeeper.embedded.id.IdRuns;
import io.snowkeeper.node.service.message.Answer;
import io.snowkeeper.node.service.message.AnswerFields;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.stream.Digits;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A writer of an answer's line: the envelope, then in the body the type, the answer's own fields, {@code in_reply_to}
 * and {@code msg_id}, with a space after each colon and comma. The only place that knows this layout.
 *
 * <p>All buffers have an array.
 */
public final class AnswerWriter implements AnswerFields {

    private static final byte[] SRC = ascii("{\"src\": ");
    private static final byte[] DEST = ascii(", \"dest\": ");
    private static final byte[] TYPE = ascii(", \"body\": {\"type\": \"");
    private static final byte[] IN_REPLY_TO = ascii(", \"in_reply_to\": ");
    private static final byte[] MSG_ID = ascii(", \"msg_id\": ");
    private static final byte[] END = ascii("}}\n");
    private static final byte[] NULL = ascii("null");

    private static final byte[] GENERATED = bodyOf(new Answer.Generated(0, IdFormat.NUMBER), "0");
    private static final byte[] GENERATED_STRING = bodyOf(new Answer.Generated(0, IdFormat.STRING), "0\"");

    /** More than all of a generated answer but its start and its {@code dest}. */
    private static final int MAX_REST = 256;

    /** Answers with more ids than this are written piece by piece. */
    private static final int MAX_IDS_AT_ONCE = 1000;

    private final ByteBuf out;
    private @Nullable ChunkedList longList;
    private int longListAt;

    /** Whether the next field is the first one of an object. */
    private boolean isFirst;

    private AnswerWriter(ByteBuf out) {
        this.out = out;
    }

    /**
     * Appends the line with its end, or the beginning of a long one.
     *
     * @param src the node's name, null if it has none yet
     * @param dest the requester, null if unknown
     * @param inReplyTo the client's number of the request, null if it is not known
     * @param msgId our number of the answer
     * @return the rest, to be appended before anything else; null if the line is whole
     */
    public static @Nullable ChunkedAnswer write(
            ByteBuf out,
            @Nullable String src,
            @Nullable String dest,
            Answer answer,
            @Nullable Long inReplyTo,
            long msgId) {
        out.writeBytes(startOf(src));
        stringOrNull(out, dest);
        AnswerWriter fields = writeBody(out, answer);
        out.writeBytes(IN_REPLY_TO);
        if (inReplyTo == null) {
            out.writeBytes(NULL);
        } else {
            JsonWriter.number(out, inReplyTo);
        }
        out.writeBytes(MSG_ID);
        JsonWriter.number(out, msgId);
        out.writeBytes(END);
        return fields.longAnswer();
    }

    private static AnswerWriter writeBody(ByteBuf out, Answer answer) {
        out.writeBytes(TYPE);
        JsonWriter.raw(out, answer.type());
        out.writeByte('"');
        AnswerWriter fields = new AnswerWriter(out);
        answer.writeTo(fields);
        return fields;
    }

    /**
     * Appends the answer to a generate. The same line as of {@link #write}, made of fewer steps.
     *
     * @param start the result of {@link #startOf} for the node's name
     */
    public static void writeGenerated(ByteBuf out, byte[] start, FastPathRequest request, long id, long msgId) {
        byte[] line = request.bytes();
        int srcLength = request.srcEnd() - request.srcStart();
        int msgIdLength = request.msgIdEnd() - request.msgIdStart();
        out.ensureWritable(start.length + srcLength + MAX_REST);
        byte[] to = out.array();
        int at = out.arrayOffset() + out.writerIndex();
        at = put(to, at, start);
        at = srcLength == 0 ? put(to, at, NULL) : put(to, at, line, request.srcStart(), srcLength);
        if (request.format() == IdFormat.NUMBER) {
            at = put(to, at, GENERATED);
            at = Digits.write(to, at, id);
        } else {
            at = put(to, at, GENERATED_STRING);
            at = Digits.write(to, at, id);
            to[at++] = '"';
        }
        at = put(to, at, IN_REPLY_TO);
        at = msgIdLength == 0 ? put(to, at, NULL) : put(to, at, line, request.msgIdStart(), msgIdLength);
        at = put(to, at, MSG_ID);
        at = Digits.write(to, at, msgId);
        at = put(to, at, END);
        out.writerIndex(at - out.arrayOffset());
    }

    /** Returns how lines begin that come from the given name. */
    public static byte[] startOf(@Nullable String src) {
        ByteBuf start = Unpooled.buffer();
        start.writeBytes(SRC);
        stringOrNull(start, src);
        start.writeBytes(DEST);
        return ByteBufUtil.getBytes(start);
    }

    private static int put(byte[] to, int at, byte[] part) {
        return put(to, at, part, 0, part.length);
    }

    private static int put(byte[] to, int at, byte[] from, int start, int length) {
        System.arraycopy(from, start, to, at, length);
        return at + length;
    }

    /** Removes the fields after a long list, to write them after it. */
    private @Nullable ChunkedAnswer longAnswer() {
        if (longList == null) {
            return null;
        }
        byte[] end = new byte[out.writerIndex() - longListAt];
        out.getBytes(longListAt, end);
        out.writerIndex(longListAt);
        return new ChunkedAnswer(longList, end);
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
    public <T> void objects(String key, List<T> values, BiConsumer<T, FieldWriter> writer) {
        key(key);
        out.writeByte('[');
        for (int i = 0; i < values.size(); i++) {
            JsonWriter.raw(out, i == 0 ? "{" : ", {");
            isFirst = true;
            writer.accept(values.get(i), this);
            isFirst = false;
            out.writeByte('}');
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
        list(key, new IdList(ids, format), ids.size());
    }

    @Override
    public void sortableIds(String key, List<SortableId> ids, SortableIdFormat format) {
        list(key, new SortableIdList(ids, format), ids.size());
    }

    private void list(String key, ChunkedList list, int size) {
        key(key);
        out.writeByte('[');
        if (size <= MAX_IDS_AT_ONCE) {
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
        JsonWriter.raw(out, isFirst ? "\"" : ", \"");
        isFirst = false;
        JsonWriter.raw(out, key);
        JsonWriter.raw(out, "\": ");
    }

    /** Returns the line from the type up to where an answer with the given end differs from others of its kind. */
    private static byte[] bodyOf(Answer answer, String end) {
        ByteBuf body = Unpooled.buffer();
        writeBody(body, answer);
        return ByteBufUtil.getBytes(body, 0, body.readableBytes() - end.length());
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static void stringOrNull(ByteBuf out, @Nullable String value) {
        if (value == null) {
            JsonWriter.raw(out, "null");
        } else {
            JsonWriter.string(out, value);
        }
    }
}
