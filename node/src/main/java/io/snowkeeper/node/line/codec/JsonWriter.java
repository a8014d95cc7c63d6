package io.snowkeeper.node.line.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.snowkeeper.node.service.message.IdFormat;
import io.snowkeeper.node.stream.Digits;
import java.nio.charset.StandardCharsets;

/** A writer of JSON values, byte for byte as Python's {@code json.dumps} writes them: all of it ASCII. */
final class JsonWriter {

    private static final byte[] MIN_VALUE = Long.toString(Long.MIN_VALUE).getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private JsonWriter() {}

    /** Writes ASCII as it is. */
    static void raw(ByteBuf out, String ascii) {
        ByteBufUtil.writeAscii(out, ascii);
    }

    /** Writes a number into a buffer that has an array. */
    static void number(ByteBuf out, long value) {
        if (value == Long.MIN_VALUE) {
            // Has no positive counterpart.
            out.writeBytes(MIN_VALUE);
            return;
        }
        if (value < 0) {
            out.writeByte('-');
        }
        out.ensureWritable(Digits.ROOM);
        int offset = out.arrayOffset();
        out.writerIndex(Digits.write(out.array(), offset + out.writerIndex(), Math.abs(value)) - offset);
    }

    static void id(ByteBuf out, long id, IdFormat format) {
        if (format == IdFormat.NUMBER) {
            number(out, id);
            return;
        }
        out.writeByte('"');
        number(out, id);
        out.writeByte('"');
    }

    static void string(ByteBuf out, String value) {
        out.writeByte('"');
        for (int i = 0; i < value.length(); i++) {
            character(out, value.charAt(i));
        }
        out.writeByte('"');
    }

    private static void character(ByteBuf out, char c) {
        switch (c) {
            case '"' -> escape(out, '"');
            case '\\' -> escape(out, '\\');
            case '\n' -> escape(out, 'n');
            case '\r' -> escape(out, 'r');
            case '\t' -> escape(out, 't');
            case '\b' -> escape(out, 'b');
            case '\f' -> escape(out, 'f');
            default -> {
                if (c >= ' ' && c <= '~') {
                    out.writeByte(c);
                } else {
                    escapeUnit(out, c);
                }
            }
        }
    }

    private static void escape(ByteBuf out, char c) {
        out.writeByte('\\');
        out.writeByte(c);
    }

    private static void escapeUnit(ByteBuf out, char c) {
        escape(out, 'u');
        for (int shift = 12; shift >= 0; shift -= 4) {
            out.writeByte(HEX[(c >> shift) & 0xf]);
        }
    }
}
