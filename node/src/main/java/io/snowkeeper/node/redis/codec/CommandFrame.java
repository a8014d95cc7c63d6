package io.snowkeeper.node.redis.codec;

import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The extent of the command that comes next in the input: its end, and whether it is well-formed. Nothing is copied
 * before a command is there as a whole. Bytes that were examined are not examined again when more have come. Errors are
 * worded as in Redis. Not thread-safe.
 */
public final class CommandFrame {

    private static final byte CARRIAGE_RETURN = '\r';
    private static final byte LINE_FEED = '\n';

    /** The digits of a long, and a sign. */
    private static final int MAX_DIGITS = 20;

    private int seen;
    private int missingParts;
    private int missingBytes;
    private int parts;
    private boolean begun;
    private @Nullable String error;

    /** How much of a command is there. */
    public enum Extent {
        /** There is a command, an array of strings. */
        ARRAY,
        /** There is a command, a line of words. */
        LINE,
        /** There is an array of nothing, which has no answer. */
        NOTHING,
        /** The end is missing. */
        INCOMPLETE,
        /** There is none, and there will be none: see {@link #error}. */
        BROKEN
    }

    /** Examines the next bytes. */
    public Extent look(ByteBuf input) {
        if (!input.isReadable()) {
            return Extent.INCOMPLETE;
        }
        return input.getByte(input.readerIndex()) == '*' ? lookAtArray(input) : lookAtLine(input);
    }

    /** Returns the length of the found part, its end included. */
    public int length() {
        return seen;
    }

    /** Notes that the found part was taken from the input. */
    public void taken() {
        seen = 0;
        begun = false;
        missingParts = 0;
        missingBytes = 0;
    }

    /** Returns the error. */
    public String error() {
        return "Protocol error: " + error;
    }

    private Extent lookAtLine(ByteBuf input) {
        int end = input.indexOf(input.readerIndex() + seen, input.writerIndex(), LINE_FEED);
        int length = (end < 0 ? input.writerIndex() : end) - input.readerIndex();
        if (length > CommandLimits.MAX_BYTES) {
            return broken("too big inline request");
        }
        seen = end < 0 ? length : length + 1;
        return end < 0 ? Extent.INCOMPLETE : Extent.LINE;
    }

    private Extent lookAtArray(ByteBuf input) {
        if (!begun && !begin(input)) {
            return error == null ? Extent.INCOMPLETE : Extent.BROKEN;
        }
        while (missingParts > 0) {
            if (missingBytes == 0 && !beginPart(input)) {
                return error == null ? Extent.INCOMPLETE : Extent.BROKEN;
            }
            if (input.readableBytes() < seen + missingBytes) {
                return Extent.INCOMPLETE;
            }
            seen += missingBytes;
            missingBytes = 0;
            missingParts--;
            if (!endsLine(input, seen)) {
                return broken("expected CRLF after a bulk string");
            }
        }
        return parts == 0 ? Extent.NOTHING : Extent.ARRAY;
    }

    private boolean begin(ByteBuf input) {
        int end = lineEnd(input, "too big mbulk count string");
        if (end < 0) {
            return false;
        }
        long count = number(input, 1, end);
        if (count < Integer.MIN_VALUE || count > CommandLimits.MAX_PARTS) {
            broken("invalid multibulk length");
            return false;
        }
        parts = (int) Math.max(0, count);
        missingParts = parts;
        begun = true;
        seen = end + 2;
        return true;
    }

    private boolean beginPart(ByteBuf input) {
        int end = lineEnd(input, "too big bulk count string");
        if (end < 0) {
            return false;
        }
        int first = input.getByte(input.readerIndex() + seen);
        if (first != '$') {
            broken("expected '$', got '%c'".formatted(first >= ' ' && first <= '~' ? (char) first : '?'));
            return false;
        }
        long length = number(input, seen + 1, end);
        if (length < 0 || length > CommandLimits.MAX_BYTES) {
            broken("invalid bulk length");
            return false;
        }
        seen = end + 2;
        missingBytes = (int) length + 2;
        if (seen + missingBytes > CommandLimits.MAX_BYTES) {
            broken("command must have at most %s bytes".formatted(CommandLimits.MAX_BYTES));
            return false;
        }
        return true;
    }

    /** Returns where the line ends that begins where all is seen, counted from the input's start; -1 if that is not there. */
    private int lineEnd(ByteBuf input, String tooLong) {
        int start = input.readerIndex() + seen;
        int limit = Math.min(input.writerIndex(), start + MAX_DIGITS + 3);
        int end = input.indexOf(start, limit, CARRIAGE_RETURN);
        if (end < 0) {
            if (limit < input.writerIndex()) {
                broken(tooLong);
            }
            return -1;
        }
        if (end + 1 >= input.writerIndex()) {
            return -1;
        }
        if (input.getByte(end + 1) != LINE_FEED) {
            broken("expected LF after CR");
            return -1;
        }
        return end - input.readerIndex();
    }

    private static boolean endsLine(ByteBuf input, int at) {
        int end = input.readerIndex() + at;
        return input.getByte(end - 2) == CARRIAGE_RETURN && input.getByte(end - 1) == LINE_FEED;
    }

    /** Returns a number as Redis reads it: without a plus, and without leading zeros. {@link Long#MIN_VALUE} if it is none. */
    private static long number(ByteBuf input, int from, int to) {
        int at = input.readerIndex() + from;
        int end = input.readerIndex() + to;
        boolean negative = at < end && input.getByte(at) == '-';
        int digits = negative ? at + 1 : at;
        if (digits == end || end - digits > 18 || (input.getByte(digits) == '0' && (negative || end - digits > 1))) {
            return Long.MIN_VALUE;
        }
        long value = 0;
        for (int i = digits; i < end; i++) {
            int digit = input.getByte(i) - '0';
            if (digit < 0 || digit > 9) {
                return Long.MIN_VALUE;
            }
            value = 10 * value + digit;
        }
        return negative ? -value : value;
    }

    private Extent broken(String what) {
        error = what;
        return Extent.BROKEN;
    }
}
