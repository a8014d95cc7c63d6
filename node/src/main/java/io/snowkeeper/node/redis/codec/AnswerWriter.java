package io.snowkeeper.node.redis.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.redis.AbstractStringRedisMessage;
import io.netty.handler.codec.redis.ArrayHeaderRedisMessage;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.RedisMessage;
import io.snowkeeper.node.stream.ChunkedOutput;
import io.snowkeeper.node.stream.Digits;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A writer of answers. All buffers have an array. */
public final class AnswerWriter {

    private static final byte[] NULL = {'_', '\r', '\n'};
    private static final byte[] NULL_STRING = "$-1\r\n".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] PONG = "+PONG\r\n".getBytes(StandardCharsets.US_ASCII);

    private AnswerWriter() {}

    /**
     * Appends an answer, or the beginning of a long one.
     *
     * @param resp3 whether the client speaks RESP3
     * @return the rest, to be appended before anything else; null if the answer is whole
     */
    public static @Nullable ChunkedOutput write(ByteBuf out, RedisMessage message, boolean resp3) {
        if (message instanceof IdsMessage many) {
            header(out, '*', many.ids().size());
            return many.ids().size() == 0 ? null : new IdArray(many.ids(), many.format());
        }
        if (message instanceof SortableIdsMessage many) {
            header(out, '*', many.ids().size());
            return new SortableIdArray(many);
        }
        int begin = out.writerIndex();
        try {
            writeWhole(out, message, resp3);
        } catch (RuntimeException e) {
            // An error is one answer, and half of another one before it would be taken for one more.
            out.writerIndex(begin);
            throw e;
        }
        return null;
    }

    private static void writeWhole(ByteBuf out, RedisMessage message, boolean resp3) {
        if (message instanceof ArrayRedisMessage array) {
            header(out, '*', array.children().size());
            array.children().forEach(child -> writeWhole(out, child, resp3));
        } else if (message instanceof ArrayHeaderRedisMessage array) {
            header(out, '*', array.length());
        } else if (message instanceof MapMessage map) {
            int entries = map.entries().size();
            header(out, resp3 ? '%' : '*', resp3 ? entries : 2 * entries);
            map.entries().forEach((key, value) -> {
                writeText(out, key);
                writeWhole(out, value, resp3);
            });
        } else if (message instanceof NullMessage) {
            out.writeBytes(resp3 ? NULL : NULL_STRING);
        } else if (message instanceof FullBulkStringRedisMessage text) {
            writeBytes(out, text.content());
            text.release();
        } else if (message instanceof FixedMessage fixed) {
            out.writeBytes(fixed.bytes(resp3));
        } else if (message instanceof IntegerRedisMessage number && number.value() >= 0) {
            writeNumber(out, number.value());
        } else if (message instanceof IntegerRedisMessage number) {
            writeLine(out, ':', Long.toString(number.value()));
        } else if (message instanceof AbstractStringRedisMessage line) {
            writeLine(out, line instanceof ErrorRedisMessage ? '-' : '+', line.content());
        } else {
            throw new IllegalArgumentException("must be a message of answers: " + message);
        }
    }

    private static void writeLine(ByteBuf out, char type, String text) {
        out.writeByte(type);
        out.writeCharSequence(text, StandardCharsets.UTF_8);
        out.writeBytes(LINE_END);
    }

    /** Appends a string, UTF-8. */
    static void writeText(ByteBuf out, String text) {
        writeBytes(out, Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static void writeBytes(ByteBuf out, ByteBuf bytes) {
        header(out, '$', bytes.readableBytes());
        out.writeBytes(bytes);
        out.writeBytes(LINE_END);
    }

    /** Appends a number, 0 or more. */
    public static void writeNumber(ByteBuf out, long value) {
        header(out, ':', value);
    }

    /** Appends the answer to a ping. */
    public static void writePong(ByteBuf out) {
        out.writeBytes(PONG);
    }

    private static void header(ByteBuf out, char type, long value) {
        out.ensureWritable(Digits.ROOM + 3);
        byte[] to = out.array();
        int at = out.arrayOffset() + out.writerIndex();
        to[at++] = (byte) type;
        at = Digits.write(to, at, value);
        to[at++] = '\r';
        to[at++] = '\n';
        out.writerIndex(at - out.arrayOffset());
    }
}
