package io.snowkeeper.node.line;

import static io.netty.handler.codec.ByteToMessageDecoder.MERGE_CUMULATOR;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * Input that was not taken yet, taken line by line. A line ends with {@code \n} or {@code \r\n}. Not thread-safe.
 *
 * <p>Whoever stops appending while {@link #isTooLong} bounds its memory.
 */
final class LineBuffer {

    private static final byte LINE_FEED = '\n';
    private static final byte CARRIAGE_RETURN = '\r';

    private final ByteBufAllocator allocator;
    private final int maxLine;
    private ByteBuf bytes = Unpooled.EMPTY_BUFFER;

    /** How many bytes from the start of the line are known to hold no line feed: a long line is scanned once. */
    private int scanned;

    private boolean inputEnded;
    private boolean tooLong;

    /** @param maxLine the longest line, in bytes without its end */
    LineBuffer(ByteBufAllocator allocator, int maxLine) {
        this.allocator = allocator;
        this.maxLine = maxLine;
    }

    /** Adds input, and releases it. */
    void append(ByteBuf input) {
        if (bytes.isReadable()) {
            // The cumulator would keep all that was taken, for as long as every read ends within a line.
            bytes.discardSomeReadBytes();
        }
        bytes = MERGE_CUMULATOR.cumulate(allocator, bytes, input);
    }

    /** Says that nothing more is appended: what is left is a line, though it has no end. */
    void endInput() {
        inputEnded = true;
    }

    /**
     * Takes the next line, without its end.
     *
     * @return a view that is valid until the next call of any method; null if there is no line, or it {@link #isTooLong}
     */
    @Nullable
    ByteBuf nextLine() {
        int start = bytes.readerIndex();
        int end = bytes.indexOf(start + scanned, bytes.writerIndex(), LINE_FEED);
        if (end >= 0) {
            ByteBuf line = take(end - start);
            bytes.skipBytes(1);
            return line;
        }
        scanned = bytes.readableBytes();
        // One byte more, since it may be a carriage return.
        if (scanned > maxLine + 1) {
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
    int peek(byte[] to, int max) {
        int start = bytes.readerIndex();
        if (scanned > 0 && bytes.indexOf(start + scanned, bytes.writerIndex(), LINE_FEED) < 0) {
            return 0;
        }
        int length = Math.min(max, bytes.readableBytes());
        bytes.getBytes(start, to, 0, length);
        return length;
    }

    /** Takes whole lines, as many bytes as they have with their ends. */
    void skip(int length) {
        if (length > 0) {
            bytes.skipBytes(length);
            scanned = 0;
        }
    }

    /** Returns the two bytes that come next, the first one as the higher one; -1 if there are fewer. */
    int nextTwo() {
        return bytes.readableBytes() < Short.BYTES ? -1 : bytes.getUnsignedShort(bytes.readerIndex());
    }

    /** Returns how many bytes were not taken yet. */
    int size() {
        return bytes.readableBytes();
    }

    /** Returns whether the input has ended and all of it was taken. */
    boolean isAtEnd() {
        return inputEnded && !bytes.isReadable();
    }

    /** Returns whether a line exceeds the limit; nothing can be taken any more then. */
    boolean isTooLong() {
        return tooLong;
    }

    /** Drops all input. */
    void release() {
        bytes.release();
        bytes = Unpooled.EMPTY_BUFFER;
        scanned = 0;
    }

    private @Nullable ByteBuf take(int length) {
        ByteBuf line = bytes.readSlice(length);
        scanned = 0;
        if (length > 0 && line.getByte(length - 1) == CARRIAGE_RETURN) {
            line.writerIndex(length - 1);
        }
        if (line.readableBytes() > maxLine) {
            tooLong = true;
            return null;
        }
        return line;
    }
}
