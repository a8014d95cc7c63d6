package io.snowkeeper.node.line.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.snowkeeper.node.stream.InputBytes;
import io.snowkeeper.node.stream.SessionInput;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A buffer of input that was not taken yet, taken line by line. A line ends with {@code \n} or {@code \r\n}. Not
 * thread-safe.
 *
 * <p>A caller that stops appending while {@link #isTooLong} bounds its memory.
 */
public final class LineBuffer implements SessionInput {

    private static final byte LINE_FEED = '\n';
    private static final byte CARRIAGE_RETURN = '\r';

    private final InputBytes input;
    private final int maxLine;
    private final int maxLongLine;
    private final Predicate<ByteBuf> mayBeLong;

    /** How many bytes from the start of the line are known to hold no line feed: a long line is scanned once. */
    private int scanned;

    /** Whether the line at hand may be long; known when it has turned out to be. */
    private boolean longLine;

    private boolean inputEnded;
    private boolean tooLong;

    /**
     * @param maxLine the longest line, in bytes without its end
     * @param maxLongLine the longest one of those that may be longer
     * @param mayBeLong judges the first {@code maxLine} bytes of a line that has more, once
     */
    LineBuffer(ByteBufAllocator allocator, int maxLine, int maxLongLine, Predicate<ByteBuf> mayBeLong) {
        this.input = new InputBytes(allocator);
        this.maxLine = maxLine;
        this.maxLongLine = maxLongLine;
        this.mayBeLong = mayBeLong;
    }

    /** Makes one for requests. */
    public static LineBuffer ofRequests(ByteBufAllocator allocator) {
        return new LineBuffer(allocator, LineLimits.MAX_LINE, LineLimits.MAX_LONG_LINE, LongLine::isAllowed);
    }

    @Override
    public void append(ByteBuf more) {
        input.append(more);
    }

    /** Ends the input: the rest is a line, though it has no end. */
    public void endInput() {
        inputEnded = true;
    }

    /**
     * Takes the next line, without its end.
     *
     * @return a view that is valid until the next call of any method; null if there is no line, or it {@link #isTooLong}
     */
    @Nullable
    public ByteBuf nextLine() {
        ByteBuf bytes = input.bytes();
        int start = bytes.readerIndex();
        int end = bytes.indexOf(start + scanned, bytes.writerIndex(), LINE_FEED);
        if (end >= 0) {
            ByteBuf line = take(end - start);
            bytes.skipBytes(1);
            return line;
        }
        scanned = bytes.readableBytes();
        // One byte less, since the last one may be a carriage return.
        if (exceedsLimit(start, scanned - 1)) {
            tooLong = true;
            return null;
        }
        return inputEnded && scanned > 0 ? take(scanned) : null;
    }

    /**
     * Copies input that was not taken yet, none if its first line is known to have no end.
     *
     * @return how many bytes were copied to the start of the array, up to {@code max}
     */
    public int peek(byte[] to, int max) {
        ByteBuf bytes = input.bytes();
        if (scanned > 0 && bytes.indexOf(bytes.readerIndex() + scanned, bytes.writerIndex(), LINE_FEED) < 0) {
            return 0;
        }
        return input.peek(to, max);
    }

    /** Takes whole lines, as many bytes as they have with their ends. */
    public void skip(int length) {
        if (length > 0) {
            input.bytes().skipBytes(length);
            scanned = 0;
        }
    }

    /** Returns the two bytes that come next, the first one as the higher one; -1 if there are fewer. */
    public int nextTwo() {
        return input.nextTwo();
    }

    @Override
    public int size() {
        return input.size();
    }

    @Override
    public int capacity() {
        return input.capacity();
    }

    @Override
    public void trim() {
        input.trim();
    }

    /** Returns whether the input has ended and all of it was taken. */
    public boolean isAtEnd() {
        return inputEnded && input.size() == 0;
    }

    /** Returns whether a line exceeds the limit; nothing can be taken any more then. */
    public boolean isTooLong() {
        return tooLong;
    }

    @Override
    public void release() {
        input.release();
        scanned = 0;
        longLine = false;
    }

    private @Nullable ByteBuf take(int length) {
        ByteBuf bytes = input.bytes();
        int start = bytes.readerIndex();
        ByteBuf line = bytes.readSlice(length);
        scanned = 0;
        if (length > 0 && line.getByte(length - 1) == CARRIAGE_RETURN) {
            line.writerIndex(length - 1);
        }
        boolean exceeds = exceedsLimit(start, line.readableBytes());
        longLine = false;
        if (exceeds) {
            tooLong = true;
            return null;
        }
        return line;
    }

    private boolean exceedsLimit(int start, int length) {
        if (length <= maxLine) {
            return false;
        }
        longLine = longLine || mayBeLong.test(input.bytes().slice(start, maxLine));
        return !longLine || length > maxLongLine;
    }
}
