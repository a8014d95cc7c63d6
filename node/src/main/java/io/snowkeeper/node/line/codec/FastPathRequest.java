package io.snowkeeper.node.line.codec;

import io.snowkeeper.node.service.message.IdFormat;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A line that asks for ids, read where it lies, without a JSON parser. Recognised are {@code generate} and
 * {@code generate_batch} with their keys in any order and spacing, ASCII without escapes, and numbers of up to 18
 * digits. A parser reads all other lines: the recognised ones mean the same to it.
 *
 * <p>Holds one line at a time, as places in the array that was read. Not thread-safe.
 */
public final class FastPathRequest {

    /** How many bytes after the input are overwritten: none of them is part of a request, so that no index is checked. */
    public static final int ROOM_BEHIND = Long.BYTES;

    private static final int NOT_PLAIN = -1;
    private static final int MAX_DIGITS = 18;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    // Keys and values with the quote that ends them, as they are found behind the one that begins them.
    private static final Word SRC = Word.key(0, "src\"");
    private static final Word DEST = Word.key(1, "dest\"");
    private static final Word ID = Word.key(2, "id\"");
    private static final Word BODY = Word.key(3, "body\"");
    private static final Word TYPE = Word.key(4, "type\"");
    private static final Word MSG_ID = Word.key(5, "msg_id\"");
    private static final Word COUNT = Word.key(6, "count\"");
    private static final Word FORMAT = Word.key(7, "format\"");
    private static final Word GENERATE = Word.value("generate");
    private static final Word BATCH = Word.value("_batch\"");
    private static final Word NUMBER = Word.value("number\"");
    private static final Word STRING = Word.value("string\"");
    private static final Word NULL = Word.value("null");

    private byte[] bytes = {};
    private int seen;
    private int end;

    private int srcStart;
    private int srcEnd;
    private int msgIdStart;
    private int msgIdEnd;
    private boolean batch;
    private boolean strings;
    private long count;

    /**
     * Up to eight characters, compared at once.
     *
     * @param bit stands for the key among those that were seen
     */
    private record Word(long characters, long mask, int length, int bit) {

        static Word key(int number, String text) {
            return of(text, 1 << number);
        }

        static Word value(String text) {
            return of(text, 0);
        }

        private static Word of(String text, int bit) {
            byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
            long mask = -1L >>> (Long.SIZE - ascii.length * Byte.SIZE);
            return new Word((long) LONGS.get(Arrays.copyOf(ascii, Long.BYTES), 0), mask, ascii.length, bit);
        }

        boolean is(long next) {
            return (next & mask) == characters;
        }
    }

    /**
     * Reads the line at the given place.
     *
     * @param to the end of the input; {@link #ROOM_BEHIND} bytes from there on are overwritten
     * @return whether it is a whole line, with its end, that is recognised
     */
    public boolean read(byte[] input, int from, int to) {
        LONGS.set(input, to, 0L);
        bytes = input;
        seen = 0;
        srcStart = 0;
        srcEnd = 0;
        msgIdStart = 0;
        msgIdEnd = 0;
        batch = false;
        strings = false;
        count = 0;
        int at = space(from);
        if (bytes[at] != '{') {
            return false;
        }
        at = object(at + 1, false);
        if (at < 0 || !has(TYPE) || batch != has(COUNT)) {
            return false;
        }
        at = space(at);
        end = at + 1;
        return bytes[at] == '\n' && at - from <= LineLimits.MAX_LINE;
    }

    /** Reads members up to the end of the object. Returns the index after it. */
    private int object(int from, boolean body) {
        int at = space(from);
        while (bytes[at] == '"') {
            at = body ? bodyMember(at + 1) : member(at + 1);
            if (at < 0) {
                return NOT_PLAIN;
            }
            at = space(at);
            if (bytes[at] != ',') {
                return bytes[at] == '}' ? at + 1 : NOT_PLAIN;
            }
            at = space(at + 1);
        }
        return NOT_PLAIN;
    }

    private int member(int at) {
        long next = longAt(at);
        if (SRC.is(next)) {
            srcStart = valueOf(SRC, at);
            srcEnd = stringOrNull(srcStart);
            return srcEnd;
        }
        if (BODY.is(next)) {
            int start = valueOf(BODY, at);
            return start >= 0 && bytes[start] == '{' ? object(start + 1, true) : NOT_PLAIN;
        }
        if (DEST.is(next)) {
            return stringOrNull(valueOf(DEST, at));
        }
        if (ID.is(next)) {
            return integer(valueOf(ID, at));
        }
        return NOT_PLAIN;
    }

    private int bodyMember(int at) {
        long next = longAt(at);
        if (TYPE.is(next)) {
            return type(valueOf(TYPE, at));
        }
        if (MSG_ID.is(next)) {
            msgIdStart = valueOf(MSG_ID, at);
            msgIdEnd = integerOrNull(msgIdStart);
            return msgIdEnd;
        }
        if (COUNT.is(next)) {
            return count(valueOf(COUNT, at));
        }
        if (FORMAT.is(next)) {
            return format(valueOf(FORMAT, at));
        }
        return NOT_PLAIN;
    }

    /** Returns where the value of a key starts. A key that repeats is left to the parser. */
    private int valueOf(Word key, int at) {
        int colon = space(at + key.length());
        if (has(key) || bytes[colon] != ':') {
            return NOT_PLAIN;
        }
        seen |= key.bit();
        return space(colon + 1);
    }

    private boolean has(Word key) {
        return (seen & key.bit()) != 0;
    }

    private int type(int at) {
        if (at < 0 || bytes[at] != '"' || !GENERATE.is(longAt(at + 1))) {
            return NOT_PLAIN;
        }
        int rest = at + 1 + GENERATE.length();
        if (bytes[rest] == '"') {
            return rest + 1;
        }
        batch = BATCH.is(longAt(rest));
        return batch ? rest + BATCH.length() : NOT_PLAIN;
    }

    private int count(int at) {
        int after = integer(at);
        for (int i = at; i < after; i++) {
            count = 10 * count + bytes[i] - '0';
        }
        return after;
    }

    private int format(int at) {
        if (at < 0 || bytes[at] != '"') {
            return NOT_PLAIN;
        }
        long next = longAt(at + 1);
        strings = STRING.is(next);
        return strings || NUMBER.is(next) ? at + 1 + STRING.length() : NOT_PLAIN;
    }

    private int integerOrNull(int at) {
        return at >= 0 && NULL.is(longAt(at)) ? at + NULL.length() : integer(at);
    }

    /** Reads a number that is written as it would be in an answer. */
    private int integer(int from) {
        if (from < 0) {
            return NOT_PLAIN;
        }
        int at = from;
        while (bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        int digits = at - from;
        boolean leadingZero = bytes[from] == '0' && digits > 1;
        return digits == 0 || digits > MAX_DIGITS || leadingZero ? NOT_PLAIN : at;
    }

    /** Reads a string that is written as it would be in an answer. */
    private int stringOrNull(int from) {
        if (from < 0) {
            return NOT_PLAIN;
        }
        if (bytes[from] != '"') {
            return NULL.is(longAt(from)) ? from + NULL.length() : NOT_PLAIN;
        }
        int at = from + 1;
        while (isPlain(bytes[at])) {
            at++;
        }
        return bytes[at] == '"' ? at + 1 : NOT_PLAIN;
    }

    private static boolean isPlain(byte c) {
        return c >= ' ' && c <= '~' && c != '"' && c != '\\';
    }

    private int space(int from) {
        int at = from;
        while (bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\r') {
            at++;
        }
        return at;
    }

    private long longAt(int at) {
        return (long) LONGS.get(bytes, at);
    }

    /** Returns the index after the line, its end included. */
    public int end() {
        return end;
    }

    public boolean isBatch() {
        return batch;
    }

    /** Returns how many ids are asked for, if this is a batch. */
    public long count() {
        return count;
    }

    public IdFormat format() {
        return strings ? IdFormat.STRING : IdFormat.NUMBER;
    }

    byte[] bytes() {
        return bytes;
    }

    /** Returns where {@code src} starts as it was written; there is none if that is its end, too. */
    int srcStart() {
        return srcStart;
    }

    int srcEnd() {
        return srcEnd;
    }

    /** Returns where {@code msg_id} starts as it was written; there is none if that is its end, too. */
    int msgIdStart() {
        return msgIdStart;
    }

    int msgIdEnd() {
        return msgIdEnd;
    }

    /** Returns {@code src}, null if there is none. */
    @Nullable
    public String src() {
        return srcStart == srcEnd || bytes[srcStart] != '"'
                ? null
                : new String(bytes, srcStart + 1, srcEnd - srcStart - 2, StandardCharsets.US_ASCII);
    }

    /** Returns {@code msg_id}, null if there is none. */
    @Nullable
    public Long msgId() {
        if (msgIdStart == msgIdEnd || bytes[msgIdStart] == 'n') {
            return null;
        }
        long value = 0;
        for (int i = msgIdStart; i < msgIdEnd; i++) {
            value = 10 * value + bytes[i] - '0';
        }
        return value;
    }
}
