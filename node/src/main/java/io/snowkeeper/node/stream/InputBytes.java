package io.snowkeeper.node.stream;

import static io.netty.handler.codec.ByteToMessageDecoder.MERGE_CUMULATOR;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;

/** The input of a session that was not taken yet, as it came. Not thread-safe. */
public final class InputBytes implements SessionInput {

    /** A buffer that is no larger than this is kept as it is, however little is in it. */
    private static final int SMALL = 4 * 1024;

    private final ByteBufAllocator allocator;
    private ByteBuf bytes = Unpooled.EMPTY_BUFFER;

    public InputBytes(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    @Override
    public void append(ByteBuf input) {
        if (bytes.isReadable()) {
            // The cumulator would keep all that was taken, for as long as every read ends within a request.
            bytes.discardSomeReadBytes();
        }
        bytes = MERGE_CUMULATOR.cumulate(allocator, bytes, input);
    }

    /** Returns the bytes, to be read from; valid until the next call of another method. */
    public ByteBuf bytes() {
        return bytes;
    }

    /**
     * Copies the next bytes.
     *
     * @return how many bytes were copied to the start of the array, up to {@code max}
     */
    public int peek(byte[] to, int max) {
        int length = Math.min(max, bytes.readableBytes());
        bytes.getBytes(bytes.readerIndex(), to, 0, length);
        return length;
    }

    /** Returns the two bytes that come next, the first one as the higher one; -1 if there are fewer. */
    public int nextTwo() {
        return bytes.readableBytes() < Short.BYTES ? -1 : bytes.getUnsignedShort(bytes.readerIndex());
    }

    @Override
    public int size() {
        return bytes.readableBytes();
    }

    @Override
    public int capacity() {
        return bytes.capacity();
    }

    /**
     * Releases unused memory. A read into a large buffer may leave a small part of a request, and its sender decides
     * how long it stays.
     */
    @Override
    public void trim() {
        int left = bytes.readableBytes();
        int capacity = bytes.capacity();
        if (left == 0 || (capacity > SMALL && (left <= SMALL || left <= capacity / 4))) {
            ByteBuf large = bytes;
            bytes = left == 0 ? Unpooled.EMPTY_BUFFER : allocator.buffer(left).writeBytes(large);
            large.release();
        }
    }

    @Override
    public void release() {
        bytes.release();
        bytes = Unpooled.EMPTY_BUFFER;
    }
}
