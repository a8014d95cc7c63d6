package io.snowkeeper.loadtest.lines;

import java.nio.ByteBuffer;

/** A counter of line feeds, eight bytes at a time. It stands for a reader of answers here: the load must cost less than the server's work. */
final class LineEnds {

    private static final long LINE_FEEDS = 0x0a0a0a0a0a0a0a0aL;
    private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;

    private LineEnds() {}

    /** Returns how many of the bytes from the start up to the position are line feeds. */
    static int count(ByteBuffer bytes) {
        int count = 0;
        int end = bytes.position();
        int i = 0;
        for (; i <= end - Long.BYTES; i += Long.BYTES) {
            long differences = bytes.getLong(i) ^ LINE_FEEDS;
            // The highest bit of each byte is set that differs.
            long different = ((differences & LOW_BITS) + LOW_BITS) | differences;
            count += Long.BYTES - Long.bitCount(different & ~LOW_BITS);
        }
        for (; i < end; i++) {
            if (bytes.get(i) == '\n') {
                count++;
            }
        }
        return count;
    }
}
