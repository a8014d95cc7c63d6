package io.snowkeeper.node.redis.codec;

import io.netty.buffer.ByteBuf;

/** The elements of a long array that are still to be written. Not thread-safe. */
public interface ChunkedArray {

    /** Appends some more of them, about 30 KB, and returns whether that was the rest. */
    boolean writePiece(ByteBuf out);
}
