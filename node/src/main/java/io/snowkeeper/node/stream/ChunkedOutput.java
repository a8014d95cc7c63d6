package io.snowkeeper.node.stream;

import io.netty.buffer.ByteBuf;

/** The rest of a long answer that is still to be written. Not thread-safe. */
public interface ChunkedOutput {

    /** Appends some more of it, about 30 KB, and returns whether that was the rest. */
    boolean writePiece(ByteBuf out);
}
