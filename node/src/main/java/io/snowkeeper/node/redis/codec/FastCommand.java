package io.snowkeeper.node.redis.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A command that is hot, read where it lies: {@code PING}, {@code ID.NEXT}, {@code INCR name} and {@code INCRBY name n}
 * as arrays, with lengths and numbers as every client writes them. {@link CommandReader} reads all other commands: the
 * recognised ones mean the same to it.
 *
 * <p>Holds one command at a time. Not thread-safe.
 */
public final class FastCommand {

    /** How many bytes after the input are overwritten: none of them is part of a command, so that no index is checked. */
    public static final int ROOM_BEHIND = 16;

    /** No command that is recognised is longer, in bytes: {@code INCRBY} with the longest name and number has 167. */
    public static final int MAX_LENGTH = 192;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final int MAX_NAME = 128;

    /** The digits of a number that always fits 32 bits. */
    private static final int MAX_DIGITS = 9;

    /** Only letters have another form. */
    private static final long PING_FOLD = fold("PING");

    private static final long PING_WORD = word("PING");
    private static final long INCR_WORD = word("INCR");
    private static final long ID_NEXT_WORD = word("ID.NEXT");
    private static final long ID_NEXT_FOLD = fold("ID.NEXT");
    private static final long INCRBY_WORD = word("INCRBY");
    private static final long INCRBY_FOLD = fold("INCRBY");

    private final NameTable names = new NameTable();

    private int end;
    private Kind kind = Kind.PING;
    private @Nullable String name;
    private int by;

    /** The kind of a command. */
    public enum Kind {
        PING,
        ID_NEXT,
        INCREMENT
    }

    private static long word(String text) {
        return (long) LONGS.get(Arrays.copyOf(text.getBytes(StandardCharsets.US_ASCII), Long.BYTES), 0);
    }

    /** Returns the bits that make a capital letter of a small one, where the text has letters, and all behind the text. */
    private static long fold(String text) {
        byte[] bits = new byte[Long.BYTES];
        Arrays.fill(bits, (byte) 0xff);
        for (int i = 0; i < text.length(); i++) {
            bits[i] = (byte) (Character.isLetter(text.charAt(i)) ? 0x20 : 0);
        }
        return (long) LONGS.get(bits, 0);
    }

    /**
     * Reads the command at the given place.
     *
     * @param to the end of the input; {@link #ROOM_BEHIND} bytes from there on are overwritten
     * @return whether it is a whole command that is recognised
     */
    public boolean read(byte[] input, int from, int to) {
        LONGS.set(input, to, 0L);
        LONGS.set(input, to + Long.BYTES, 0L);
        // "*1\r\n$4\r\n" is eight bytes.
        if (to - from < 14 || input[from] != '*' || input[from + 4] != '$' || !endsLine(input, from + 2)) {
            return false;
        }
        int parts = input[from + 1] - '0';
        int length = input[from + 5] - '0';
        int at = from + 8;
        if (!endsLine(input, from + 6) || length < 4 || length > 7 || !endsLine(input, at + length)) {
            return false;
        }
        long command = (long) LONGS.get(input, at);
        end = at + length + 2;
        if (parts == 1) {
            return readAlone(command, length);
        }
        if (parts == 2 && length == 4 && is(command, PING_FOLD, INCR_WORD)) {
            kind = Kind.INCREMENT;
            by = 1;
            return readName(input, end, to);
        }
        if (parts == 3 && length == 6 && is(command, INCRBY_FOLD, INCRBY_WORD)) {
            kind = Kind.INCREMENT;
            return readName(input, end, to) && readBy(input, end, to);
        }
        return false;
    }

    private boolean readAlone(long command, int length) {
        if (length == 7 && is(command, ID_NEXT_FOLD, ID_NEXT_WORD)) {
            kind = Kind.ID_NEXT;
            return true;
        }
        kind = Kind.PING;
        return length == 4 && is(command, PING_FOLD, PING_WORD);
    }

    private static boolean is(long command, long fold, long word) {
        return (command & ~fold) == word;
    }

    private boolean readName(byte[] input, int from, int to) {
        int start = readLength(input, from);
        int length = by(input, from, start);
        if (start < 0
                || length < 1
                || length > MAX_NAME
                || start + length + 2 > to
                || !endsLine(input, start + length)) {
            return false;
        }
        name = names.of(input, start, length);
        end = start + length + 2;
        return true;
    }

    private boolean readBy(byte[] input, int from, int to) {
        int start = readLength(input, from);
        int length = by(input, from, start);
        if (start < 0
                || length < 1
                || length > MAX_DIGITS
                || start + length + 2 > to
                || !endsLine(input, start + length)) {
            return false;
        }
        by = number(input, start, start + length);
        end = start + length + 2;
        return by > 0;
    }

    /** Returns the index after a string's length, less than 0 if it is none of up to three digits. */
    private static int readLength(byte[] input, int from) {
        if (input[from] != '$') {
            return -1;
        }
        int at = from + 1;
        while (isDigit(input[at])) {
            at++;
        }
        int digits = at - from - 1;
        return digits < 1 || digits > 3 || !endsLine(input, at) ? -1 : at + 2;
    }

    private static int by(byte[] input, int from, int start) {
        return start < 0 ? -1 : number(input, from + 1, start - 2);
    }

    /** Returns a number without leading zeros, less than 0 if it is none. */
    private static int number(byte[] input, int from, int to) {
        if (input[from] == '0') {
            return -1;
        }
        int value = 0;
        for (int i = from; i < to; i++) {
            if (!isDigit(input[i])) {
                return -1;
            }
            value = 10 * value + input[i] - '0';
        }
        return value;
    }

    private static boolean isDigit(byte c) {
        return c >= '0' && c <= '9';
    }

    private static boolean endsLine(byte[] input, int at) {
        return input[at] == '\r' && input[at + 1] == '\n';
    }

    /** Returns the index after the command. */
    public int end() {
        return end;
    }

    public Kind kind() {
        return kind;
    }

    /** Returns the sequence that is to be incremented; may be no sequence's name. */
    public String name() {
        return name == null ? "" : name;
    }

    /** Returns by how much it is to be incremented, at least 1. */
    public int by() {
        return by;
    }
}
